import './default-or-other-model.css'
import { useDefaultModel } from '#client/components/use-default-model.ts'
import { useTexts } from '#client/texts/texts.tsx'
import type { FollowUpProvider } from '#shared/flow-providers.ts'
import { type ModelChoice as Choice, missingFieldOf } from '#shared/writing.ts'
import { ModelChoice } from './model-choice.tsx'
import { SettingSelect } from './setting-fields.tsx'

type Props = {
  name: string
  /** What the model does; for one that writes when absent. */
  label?: string
  choice: Choice
  usesDefault: boolean
  setUsesDefault: (usesDefault: boolean) => void
  setProvider: (provider: FollowUpProvider) => void
  change: (change: Partial<Choice>) => void
  /** Shows which field is missing. */
  isTried: boolean
}

/** The default model, or another one for this purpose alone. */
export function DefaultOrOtherModel({ name, label, choice, usesDefault, isTried, ...on }: Props) {
  const { aiHelp } = useTexts()
  const current = useDefaultModel()
  const issue = { credentialId: aiHelp.noCredential, modelName: aiHelp.noModel }
  const missing = isTried ? missingFieldOf(choice) : undefined
  return (
    <fieldset className="model-fields shrinks borderless margin-4-0-0">
      <legend className="full-width unpadded text-13 line-18 semibold">{aiHelp.model}</legend>
      <SettingSelect
        label={label ?? aiHelp.writer}
        name={`${name}.writer`}
        issue={undefined}
        value={usesDefault ? 'default' : 'other'}
        options={[
          { value: 'default', label: aiHelp.defaultModel, ...(current && { note: current.model }) },
          { value: 'other', label: aiHelp.otherModel },
        ]}
        onChange={(next) => on.setUsesDefault(next === 'default')}
      />
      {!usesDefault && (
        <ModelChoice
          value={choice}
          onProvider={on.setProvider}
          onChange={on.change}
          nameOf={(field) => `${name}.${field}`}
          issueOf={(path) => (missing && path === `${name}.${missing}` ? issue[missing] : undefined)}
        />
      )}
    </fieldset>
  )
}
