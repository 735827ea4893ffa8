import { FormControl, FormHelperText, Option, Select } from '@mui/joy'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { trpc } from '#client/api/trpc.ts'
import { Dialog } from '#client/components/dialog.tsx'
import { FormBanner } from '#client/components/form-banner.tsx'
import { FieldLabel, FormField } from '#client/components/form-field.tsx'
import { FormFooter } from '#client/components/form-footer.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useForm } from '#client/components/use-form.ts'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { type FlowType, flowNameSchema } from '#shared/flows.ts'
import type { Template, TemplateSummary, TemplateType } from '#shared/templates.ts'
import { assignCredentials } from './assign-credentials.ts'

export type TemplatePaths = {
  flows: string
  tools: string
  gallery: string
  template: (id: string) => string
  preview: (id: string) => string
  canvas: (id: string, type: FlowType) => string
}

const nameInput = z.object({ name: flowNameSchema })
const flowTypes: Record<Exclude<TemplateType, 'Tool'>, FlowType> = {
  Chatflow: 'CHATFLOW',
  AgentflowV2: 'AGENTFLOW',
  Agentflow: 'MULTIAGENT',
}

type Props = { template: TemplateSummary; paths: TemplatePaths; onClose: () => void }

export function UseTemplateDialog({ template, paths, onClose }: Props) {
  const { templates: texts } = useTexts()
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map())
  const isTool = template.type === 'Tool'
  const { create, isBusy, problem } = useCreate(template, paths)
  const form = useForm(nameInput, ({ name }) => void create(name, chosen))

  return (
    <Dialog
      title={isTool ? texts.toolTitle(template.name) : texts.flowTitle(template.name)}
      description={isTool ? undefined : texts.useText}
      onClose={onClose}
      locked={isBusy}
      form={form.handlers}
      footer={
        <FormFooter
          submit={isTool ? texts.createTool : texts.create}
          busy={texts.creating}
          isBusy={isBusy}
          onCancel={onClose}
        />
      }
    >
      {problem && <FormBanner>{problem}</FormBanner>}
      <FormField
        label={texts.name}
        name="name"
        required
        defaultValue={template.name}
        errors={form.errors}
        autoComplete="off"
        autoFocus
        onFocus={({ target }) => target.select()}
      />
      {template.needs.credentials.map(({ kind, label }) => (
        <CredentialChoice
          key={kind}
          kind={kind}
          label={label}
          value={chosen.get(kind) ?? ''}
          onChange={(id) => setChosen(new Map([...chosen, [kind, id]]))}
        />
      ))}
      {template.needs.missing.length > 0 && (
        <p className="template-missing text-13 line-18 breaks-anywhere text-danger">
          {texts.missingNodes(template.needs.missing.join(', '))}
        </p>
      )}
    </Dialog>
  )
}

type ChoiceProps = { kind: string; label: string; value: string; onChange: (id: string) => void }

function CredentialChoice({ kind, label, value, onChange }: ChoiceProps) {
  const { templates: texts } = useTexts()
  const { data: own = [], isSuccess } = trpc.credentials.list.useQuery({ credentialName: kind })
  return (
    <FormControl sx={{ mt: 4 }}>
      <FieldLabel label={texts.credentialFor(label)} />
      <Select value={value} disabled={own.length === 0} onChange={(_, id) => onChange(id ?? '')}>
        <Option value="">{texts.chooseLater}</Option>
        {own.map(({ id, name }) => (
          <Option key={id} value={id}>
            {name}
          </Option>
        ))}
      </Select>
      {isSuccess && own.length === 0 && <FormHelperText>{texts.noneYet(label)}</FormHelperText>}
    </FormControl>
  )
}

function useCreate({ id, description }: TemplateSummary, paths: TemplatePaths) {
  const { templates: texts } = useTexts()
  const [language] = useLanguage()
  const errorText = useErrorText()
  const navigate = useNavigate()
  const toasts = useToasts()
  const utils = trpc.useUtils()
  const createFlow = trpc.flows.begin.useMutation()
  const createTool = trpc.tools.create.useMutation()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function make(template: Template, name: string, chosen: ReadonlyMap<string, string>) {
    if (template.type === 'Tool') {
      await createTool.mutateAsync({ name, description, ...(template.tool ?? { color: '' }) })
      toasts.success(texts.toolCreated(name))
      return paths.tools
    }
    const type = flowTypes[template.type]
    const flowData = assignCredentials(template.flowData ?? '{"nodes":[],"edges":[]}', chosen)
    const flow = await createFlow.mutateAsync({ name, flowData, type, chatbotConfig: template.chatbotConfig })
    await utils.flows.invalidate()
    return paths.canvas(flow.id, type)
  }

  async function create(name: string, chosen: ReadonlyMap<string, string>) {
    setBusy(true)
    setProblem(undefined)
    try {
      const path = await make(await utils.templates.get.fetch({ id, language }), name, chosen)
      navigate(path)
    } catch (error) {
      setProblem(errorText(error))
      setBusy(false)
    }
  }

  return { create, isBusy, problem }
}
