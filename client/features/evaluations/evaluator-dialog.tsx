import { Button, FormControl, FormLabel, Input, Option, Select, Stack } from '@mui/joy'
import { useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { Dialog } from '#client/components/dialog.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import {
  type Evaluator,
  type EvaluatorConfig,
  type EvaluatorKind,
  evaluatorKinds,
} from '#shared/evaluators.ts'
import { missingFieldOf } from '#shared/writing.ts'
import { EvaluatorFields } from './evaluator-fields.tsx'

type Props = { evaluator?: Evaluator; onCreated: (id: string) => void; onClose: () => void }

const blank: { [Kind in EvaluatorKind]: Extract<EvaluatorConfig, { kind: Kind }> } = {
  exact: { kind: 'exact', ignoresCase: true },
  contains: { kind: 'contains', text: '', ignoresCase: true, isForbidden: false },
  regex: { kind: 'regex', pattern: '', ignoresCase: true },
  schema: { kind: 'schema', schema: '{\n  "type": "object"\n}' },
  numeric: { kind: 'numeric', measure: 'answer', compare: 'equals', value: null, tolerance: 0 },
  script: { kind: 'script', code: 'return $output.includes($expected)' },
  tool: { kind: 'tool', tool: '' },
  judge: { kind: 'judge', rubric: '', model: null },
}

/** Writes or changes an evaluator. The form follows its type. */
export function EvaluatorDialog({ evaluator, onCreated, onClose }: Props) {
  const { evaluations: texts, common } = useTexts()
  const [name, setName] = useState(evaluator?.name ?? '')
  const [config, setConfig] = useState<EvaluatorConfig>(evaluator?.config ?? blank.contains)
  const [isTried, setTried] = useState(false)
  const utils = trpc.useUtils()
  const toasts = useToasts()
  const errorText = useErrorText()
  const onError = (error: unknown) => toasts.error(errorText(error))
  const onSuccess = async ({ id }: { id: string }) => {
    await utils.evaluators.all.invalidate()
    if (!evaluator) {
      onCreated(id)
    }
    onClose()
  }
  const add = trpc.evaluators.add.useMutation({ onSuccess, onError })
  const change = trpc.evaluators.change.useMutation({ onSuccess, onError })
  return (
    <Dialog
      title={evaluator?.name ?? texts.newEvaluator}
      size="m"
      onClose={onClose}
      form={{
        onSubmit: (event) => {
          event.preventDefault()
          setTried(true)
          if (config.kind === 'judge' && config.model && missingFieldOf(config.model)) {
            return
          }
          const named = { name: name.trim() || texts.kinds[config.kind], config }
          if (evaluator) {
            change.mutate({ id: evaluator.id, ...named })
          } else {
            add.mutate(named)
          }
        },
      }}
      footer={
        <>
          <Button variant="outlined" color="neutral" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" loading={add.isPending || change.isPending}>
            {texts.save}
          </Button>
        </>
      }
    >
      <Stack sx={{ gap: 4 }}>
        <FormControl>
          <FormLabel>{texts.kind}</FormLabel>
          <Select value={config.kind} onChange={(_, kind) => kind && setConfig(blank[kind])}>
            {evaluatorKinds.map((kind) => (
              <Option key={kind} value={kind}>
                {texts.kinds[kind]}
              </Option>
            ))}
          </Select>
        </FormControl>
        <FormControl>
          <FormLabel>{texts.name}</FormLabel>
          <Input
            value={name}
            placeholder={texts.kinds[config.kind]}
            onChange={({ target }) => setName(target.value)}
          />
        </FormControl>
        <EvaluatorFields config={config} onChange={setConfig} isTried={isTried} />
      </Stack>
    </Dialog>
  )
}
