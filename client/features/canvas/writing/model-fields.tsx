import { ModelChoice } from '#client/components/model-choice.tsx'
import { SettingSelect } from '#client/components/setting-fields.tsx'
import { useDefaultModel } from '#client/components/use-default-model.ts'
import { useTexts } from '#client/texts/texts.tsx'
import type { useModelChoice } from './use-writer.ts'

type Props = { name: string; chosen: ReturnType<typeof useModelChoice>; isTried: boolean }

export function ModelFields({ name, chosen, isTried }: Props) {
  const { choice, missing, usesDefault, setUsesDefault, setProvider, change } = chosen
  const { aiHelp } = useTexts()
  const current = useDefaultModel()
  const issue = { credentialId: aiHelp.noCredential, modelName: aiHelp.noModel }
  return (
    <fieldset className="ask-model shrinks borderless margin-4-0-0">
      <legend className="full-width unpadded text-13 line-18 semibold">{aiHelp.model}</legend>
      <SettingSelect
        label={aiHelp.writer}
        name={`${name}.writer`}
        issue={undefined}
        value={usesDefault ? 'default' : 'other'}
        options={[
          { value: 'default', label: aiHelp.defaultModel, ...(current && { note: current.model }) },
          { value: 'other', label: aiHelp.otherModel },
        ]}
        onChange={(next) => setUsesDefault(next === 'default')}
      />
      {!usesDefault && (
        <ModelChoice
          value={choice}
          onProvider={setProvider}
          onChange={change}
          nameOf={(field) => `${name}.${field}`}
          issueOf={(path) =>
            isTried && missing && path === `${name}.${missing}` ? issue[missing] : undefined
          }
        />
      )}
    </fieldset>
  )
}
