import { Button, Checkbox, FormControl } from '@mui/joy'
import { FileText } from 'lucide-react'
import { Below, SettingSwitch } from '#client/components/setting-fields.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { documentNames } from '#shared/flow-providers.ts'
import { Example, ExampleQuestion } from '../example.tsx'
import type { PageProps } from '../page-props.ts'

export function FileUploadPage({ value, onChange, issueOf }: PageProps<'fullFileUpload'>) {
  const { fullFileUpload: texts } = useTexts().flowConfig
  const { status, types } = value
  const [first = 'pdf'] = types
  const issue = issueOf('types')
  return (
    <>
      <SettingSwitch
        label={texts.switch}
        checked={status}
        onChange={(checked) => onChange({ ...value, status: checked })}
      />
      <fieldset className="kind-list shrinks unpadded borderless">
        <legend className="row spread full-width unpadded text-13 line-18 medium min-height-32">
          {texts.kinds}
          <span>
            <Button
              size="sm"
              variant="plain"
              onClick={() => onChange({ ...value, types: [...documentNames] })}
            >
              {texts.all}
            </Button>
            <Button size="sm" variant="plain" onClick={() => onChange({ ...value, types: [] })}>
              {texts.none}
            </Button>
          </span>
        </legend>
        <div>
          {documentNames.map((kind) => (
            <Checkbox
              key={kind}
              size="sm"
              name="types"
              label={kind}
              checked={types.includes(kind)}
              onChange={({ target }) =>
                onChange({
                  ...value,
                  // In a fixed order, independent of the order of clicks.
                  types: documentNames.filter((each) =>
                    each === kind ? target.checked : types.includes(each),
                  ),
                })
              }
            />
          ))}
        </div>
        <FormControl error={issue !== undefined}>
          <Below issue={issue} />
        </FormControl>
      </fieldset>
      <p className="setting-help text-12 text-secondary">{texts.compare}</p>
      {status && types.length > 0 && (
        <Example>
          <ExampleQuestion>
            <span className="example-file row gap-6 code-12 margin-bottom-4">
              <FileText size={14} aria-hidden="true" />
              {texts.file(first)}
            </span>
            {texts.sample}
          </ExampleQuestion>
        </Example>
      )}
    </>
  )
}
