import { Checkbox, FormControl } from '@mui/joy'
import { Below, SettingSwitch, SettingText } from '#client/components/setting-fields.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { leadFields } from '#shared/lead-fields.ts'
import { Answered, Example, ExampleQuestion } from '../example.tsx'
import type { PageProps } from '../page-props.ts'

export function LeadsPage({ value, onChange, issueOf }: PageProps<'leads'>) {
  const { leads: texts } = useTexts().flowConfig
  const { title, successMessage } = value
  const requested = leadFields.filter((field) => value[field]).map((field) => texts.names[field])
  return (
    <>
      <SettingSwitch
        label={texts.switch}
        checked={value.status}
        onChange={(status) => onChange({ ...value, status })}
      />
      <fieldset className="kind-list shrinks unpadded borderless">
        <legend className="row spread full-width unpadded text-13 line-18 medium min-height-32">
          {texts.fields}
        </legend>
        <div>
          {leadFields.map((field) => (
            <Checkbox
              key={field}
              size="sm"
              name="fields"
              label={texts.names[field]}
              checked={value[field]}
              onChange={({ target }) => onChange({ ...value, [field]: target.checked })}
            />
          ))}
        </div>
        <FormControl error={issueOf('fields') !== undefined}>
          <Below issue={issueOf('fields')} help={texts.kept} />
        </FormControl>
      </fieldset>
      <SettingText
        label={texts.title}
        name="title"
        placeholder={texts.titleHint}
        value={title}
        onChange={(typed) => onChange({ ...value, title: typed })}
        issue={issueOf('title')}
      />
      <SettingText
        label={texts.successMessage}
        name="successMessage"
        placeholder={texts.successHint}
        value={successMessage}
        onChange={(typed) => onChange({ ...value, successMessage: typed })}
        issue={issueOf('successMessage')}
      />
      <Example>
        <Answered>{title.trim() || texts.titleHint}</Answered>
        {requested.length > 0 && <ExampleQuestion>{requested.join(' · ')}</ExampleQuestion>}
        <Answered>{successMessage.trim() || texts.successHint}</Answered>
      </Example>
    </>
  )
}
