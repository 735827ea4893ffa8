import { useMemo, useState } from 'react'
import { z } from 'zod'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { Dialog } from '#client/components/dialog.tsx'
import type { CredentialNeed } from '#client/components/flow-import/describe-flow.ts'
import { describeFlow } from '#client/components/flow-import/describe-flow.ts'
import { FlowPreview } from '#client/components/flow-import/flow-preview.tsx'
import { leaveOut } from '#client/components/flow-import/leave-out.ts'
import { FormBanner } from '#client/components/form-banner.tsx'
import { FormField } from '#client/components/form-field.tsx'
import { FormFooter } from '#client/components/form-footer.tsx'
import { useForm } from '#client/components/use-form.ts'
import { useNodeSummaries } from '#client/components/use-node-summaries.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { FlowFile, FlowNode } from '#shared/flow-file.ts'
import { type FlowType, flowNameSchema } from '#shared/flows.ts'
import type { NodeSummary } from '#shared/node-summaries.ts'

export type Imported = { name: string; description?: string; file: FlowFile; type: FlowType }
type Props = { imported: Imported; onClose: () => void; onDone: (id: string) => void }

export function FlowImportDialog(props: Props) {
  const { canvasImport: texts, flows } = useTexts()
  const summaries = useNodeSummaries()
  if (summaries.data) {
    return <Preview {...props} summaries={summaries.data} />
  }
  return (
    <Dialog title={texts.title} size="m" onClose={props.onClose}>
      <AsyncView query={summaries} errorTitle={flows.nodesFailed}>
        {() => null}
      </AsyncView>
    </Dialog>
  )
}

const nameInput = z.object({ name: flowNameSchema })

function Preview({ imported, onClose, onDone, summaries }: Props & { summaries: readonly NodeSummary[] }) {
  const { canvasImport: texts, flows } = useTexts()
  const errorText = useErrorText()
  const utils = trpc.useUtils()
  const create = trpc.flows.create.useMutation({
    onSuccess: async ({ id }) => {
      await utils.flows.invalidate()
      onDone(id)
    },
  })
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map())
  const [keepsMissing, setKeepsMissing] = useState(true)
  const { file: completeFile, type } = imported
  const found = useMemo(() => {
    const nodes = new Map(completeFile.nodes.map((node) => [node.id, node]))
    return describeFlow(nodes, new Map(summaries.map((summary) => [summary.name, summary])))
  }, [completeFile, summaries])
  const file = useMemo(
    () => (keepsMissing ? completeFile : leaveOut(completeFile, found.missing)),
    [completeFile, found, keepsMissing],
  )
  const form = useForm(nameInput, ({ name }) => {
    const flowData = JSON.stringify(assignCredentials(file, found.needs, chosen))
    const { description } = imported
    create.mutate({ name, type, flowData, ...(description && { description }) })
  })

  return (
    <Dialog
      title={texts.title}
      size="m"
      onClose={onClose}
      locked={create.isPending}
      form={form.handlers}
      footer={
        <FormFooter
          submit={flows.importCreate}
          busy={flows.importing}
          isBusy={create.isPending}
          onCancel={onClose}
        />
      }
    >
      {create.error && <FormBanner>{errorText(create.error)}</FormBanner>}
      <FlowPreview
        name={
          <FormField
            label={flows.importName}
            name="name"
            required
            autoFocus
            autoComplete="off"
            defaultValue={imported.name}
            errors={form.errors}
            onFocus={({ target }) => target.select()}
          />
        }
        file={file}
        found={found}
        chosen={chosen}
        onChoose={setChosen}
        includesMissing={keepsMissing}
        onIncludeMissing={setKeepsMissing}
      />
    </Dialog>
  )
}

function assignCredentials(
  file: FlowFile,
  needs: readonly CredentialNeed[],
  chosen: ReadonlyMap<string, string>,
): FlowFile {
  const target = new Map(needs.flatMap(({ label, nodes }) => nodes.map((id) => [id, chosen.get(label)])))
  return { ...file, nodes: file.nodes.map((node) => withCredential(node, target.get(node.id))) }
}

function withCredential(node: FlowNode, credential: string | undefined): FlowNode {
  if (!credential) {
    return node
  }
  const { FLOWISE_CREDENTIAL_ID: _, ...inputs } = node.data.inputs
  return { ...node, data: { ...node.data, inputs, credential } }
}
