import { FormControl, FormHelperText, Option, Select } from '@mui/joy'
import { useEffect } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { credentialOf, type FlowFile } from '#shared/flow-file.ts'
import { useKinds } from '../credential-form/credential-kinds.ts'
import { FieldLabel } from '../form-field.tsx'
import type { CredentialNeed } from './describe-flow.ts'

type Chosen = ReadonlyMap<string, string>
type Props = {
  file: FlowFile
  needs: readonly CredentialNeed[]
  chosen: Chosen
  onChoose: (chosen: Chosen) => void
}

/** A select for each kind of credential the file requires and does not contain. A single candidate is preselected. */
export function ImportCredentials({ file, needs, chosen, onChoose }: Props) {
  const { canvasImport: texts } = useTexts()
  const names = [...new Set(needs.flatMap(({ kinds }) => kinds))]
  const query = trpc.credentials.list.useQuery(
    { credentialName: names },
    // A credential may have been created on another page meanwhile.
    { enabled: names.length > 0, refetchOnMount: 'always' },
  )
  const kinds = useKinds(names.length > 0)
  const own = query.data

  useEffect(() => {
    if (own) {
      const known = new Set(own.map(({ id }) => id))
      const stored = new Map(file.nodes.map(({ id, data }) => [id, credentialOf(data)]))
      const first = needs.flatMap(({ label, kinds: taken, nodes }): [string, string][] => {
        const storedIds = nodes.map((id) => stored.get(id))
        const fitting = own.filter(({ credentialName }) => taken.includes(credentialName))
        const [only] = fitting
        // Known credential ids are preserved.
        const isThere = storedIds.every((id) => id !== undefined && known.has(id))
        return !isThere && only && fitting.length === 1 ? [[label, only.id]] : []
      })
      onChoose(new Map(first))
    }
  }, [own, needs, file, onChoose])

  if (needs.length === 0) {
    return null
  }
  const labelOf = (name: string) => kinds.data?.find((kind) => kind.name === name)?.label ?? name
  return (
    <section className="import-part">
      <h3>{texts.credentials}</h3>
      {needs.map(({ kinds: taken, label, nodes }) => {
        const fitting = (own ?? []).filter(({ credentialName }) => taken.includes(credentialName))
        return (
          <FormControl key={label} sx={{ mt: 2 }}>
            <FieldLabel label={texts.credentialFor(labelOf(label), nodes.length)} />
            <Select
              value={chosen.get(label) ?? ''}
              disabled={fitting.length === 0}
              onChange={(_, id) => onChoose(new Map([...chosen, [label, id ?? '']]))}
            >
              <Option value="">{texts.chooseLater}</Option>
              {fitting.map(({ id, name }) => (
                <Option key={id} value={id}>
                  {name}
                </Option>
              ))}
            </Select>
            {query.isSuccess && fitting.length === 0 && (
              <FormHelperText>{texts.noCredential(labelOf(label))}</FormHelperText>
            )}
          </FormControl>
        )
      })}
    </section>
  )
}
