import { Button } from '@mui/joy'
import { CredentialSelect } from '#client/components/credential-select.tsx'
import { Dialog } from '#client/components/dialog.tsx'
import { FormBanner } from '#client/components/form-banner.tsx'
import { FormFooter } from '#client/components/form-footer.tsx'
import { SettingText } from '#client/components/setting-fields.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { openAiLimits } from '#shared/open-ai-assistants.ts'
import { credentialKinds } from './account-kinds.ts'
import { LimitedField } from './limited-field.tsx'
import { ToolsPart } from './tools-part.tsx'
import { type Edited, useOpenAiForm } from './use-open-ai-form.ts'

/** Offered while one types; any other model of the account works, too. */
const MODELS = ['gpt-5', 'gpt-5-mini', 'gpt-4.1', 'gpt-4.1-mini', 'gpt-4o', 'o4-mini']

type Props = { edited: Edited; onClose: () => void; onRemove?: (() => void) | undefined }

export function OpenAiDialog({ edited, onClose, onRemove }: Props) {
  const { assistants, common } = useTexts()
  const { form: texts } = assistants.openAi
  const errorText = useErrorText()
  const editing = useOpenAiForm(edited, onClose)
  const { form, isAzure, change, issues, problem, isSaving } = editing
  const issueOf = (field: keyof typeof issues) => issues[field] && texts.issues[field]
  return (
    <Dialog
      title={edited.id === undefined ? texts.addTitle : texts.editTitle(form.name)}
      description={texts.text}
      size="xl"
      onClose={onClose}
      locked={isSaving}
      form={{
        noValidate: true,
        onSubmit(event) {
          event.preventDefault()
          editing.submit()
        },
      }}
      footer={
        <FormFooter submit={texts.save} busy={texts.saving} isBusy={isSaving} onCancel={onClose}>
          {onRemove && (
            <Button variant="plain" color="danger" disabled={isSaving} onClick={onRemove}>
              {common.delete}
            </Button>
          )}
          <span className="pushed-left" />
        </FormFooter>
      }
    >
      {problem !== undefined && <FormBanner>{errorText(problem)}</FormBanner>}
      <div className="assistant-remote grid gap-24">
        <div className="grid gap-16 content-start shrinks">
          <CredentialSelect
            kinds={credentialKinds}
            name="credential"
            value={form.credential}
            issue={issueOf('credential')}
            onChange={(credential) => change({ credential })}
          />
          <SettingText
            label={isAzure ? texts.deployment : texts.model}
            name="model"
            required={!isAzure}
            value={form.model}
            {...(!isAzure && { choices: MODELS })}
            issue={issueOf('model')}
            help={isAzure ? texts.deploymentHelp : texts.modelHelp}
            onChange={(model) => change({ model })}
          />
          <LimitedField
            label={texts.name}
            name="name"
            required
            value={form.name}
            max={openAiLimits.name}
            issue={issueOf('name')}
            onChange={(name) => change({ name })}
          />
          <LimitedField
            label={texts.description}
            name="description"
            value={form.description}
            max={openAiLimits.description}
            rows={2}
            onChange={(description) => change({ description })}
          />
          <LimitedField
            label={texts.instructions}
            name="instructions"
            value={form.instructions}
            max={openAiLimits.instructions}
            rows={6}
            onChange={(instructions) => change({ instructions })}
          />
        </div>
        <div className="grid gap-16 content-start shrinks">
          <div className="assistant-pair grid gap-16">
            <SettingText
              label={texts.temperature}
              name="temperature"
              numeric
              value={form.temperature}
              issue={issueOf('temperature')}
              help={texts.temperatureHelp}
              onChange={(temperature) => change({ temperature })}
            />
            <SettingText
              label={texts.topP}
              name="topP"
              numeric
              value={form.topP}
              issue={issueOf('topP')}
              help={texts.topPHelp}
              onChange={(topP) => change({ topP })}
            />
          </div>
          <ToolsPart form={form} onChange={change} onProblem={editing.setProblem} />
          <SettingText
            label={texts.icon}
            name="iconSrc"
            value={form.iconSrc}
            issue={undefined}
            placeholder="https://"
            help={texts.iconHelp}
            onChange={(iconSrc) => change({ iconSrc })}
          />
        </div>
      </div>
    </Dialog>
  )
}
