import { Button, FormControl } from '@mui/joy'
import { type KeyboardEvent, useId, useRef } from 'react'
import { type EditorHandle, TextEditor } from '#client/components/editor/text-editor.tsx'
import { Below, SettingSwitch } from '#client/components/setting-fields.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { PageProps } from '../page-props.ts'
import { TryOnAnswer } from './try-on-answer.tsx'

const variables = [
  'rawOutput',
  'input',
  'chatHistory',
  'chatflowId',
  'sessionId',
  'chatId',
  'sourceDocuments',
  'usedTools',
  'artifacts',
  'fileAnnotations',
] as const

export function PostProcessingPage({ value, onChange, issueOf, config }: PageProps<'postProcessing'>) {
  const { postProcessing: texts } = useTexts().flowConfig
  const { enabled, code } = value
  const id = useId()
  const editor = useRef<EditorHandle>(null)
  const issue = issueOf('code')
  // Esc leaves the editor and must not close the dialog.
  const stayOpen = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation()
    }
  }
  return (
    <>
      <SettingSwitch
        label={texts.switch}
        checked={enabled}
        onChange={(checked) => onChange({ ...value, enabled: checked })}
      />
      <section className="config-code" data-bad={issue !== undefined || undefined}>
        <div className="row spread min-height-32">
          <h4 className="text-13 medium" id={`${id}-label`}>
            {texts.code}
          </h4>
          {code.trim() === '' && (
            <Button size="sm" variant="plain" onClick={() => onChange({ ...value, code: texts.exampleCode })}>
              {texts.example}
            </Button>
          )}
        </div>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: listens to the keys of the editor in it */}
        <div className="config-code-room grid clips surface margin-bottom-6 round-sm" onKeyDown={stayOpen}>
          <TextEditor
            language="javascript"
            lineNumbers
            wrap
            labelledBy={`${id}-label`}
            describedBy={`${id}-help`}
            value={code}
            onText={(typed) => onChange({ ...value, code: typed })}
            handle={editor}
          />
        </div>
        <FormControl error={issue !== undefined}>
          <Below issue={issue} />
        </FormControl>
        <p id={`${id}-help`} className="setting-help text-12 text-secondary">
          {texts.help}
        </p>
      </section>
      <section>
        <h4 className="config-subhead text-13 line-18 semibold">{texts.variables}</h4>
        <dl className="config-variables line-above">
          {variables.map((name) => (
            <div className="grid gap-12 line-below items-center" key={name}>
              <dt>
                <button
                  className="no-background pressable filled-on-hover code-12 text-accent borderless round-xs"
                  type="button"
                  aria-label={texts.insert(`$flow.${name}`)}
                  onClick={() => editor.current?.insert(`$flow.${name}`)}
                >
                  $flow.{name}
                </button>
              </dt>
              <dd className="text-13 line-18 text-secondary">{texts.meanings[name]}</dd>
            </div>
          ))}
        </dl>
      </section>
      <TryOnAnswer flowId={config.id} code={code} />
    </>
  )
}
