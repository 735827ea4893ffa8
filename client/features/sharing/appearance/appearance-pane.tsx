import './appearance.css'
import { Button, FormControl, FormLabel, Switch } from '@mui/joy'
import { Suspense, useState } from 'react'
import { lazily } from '#client/components/on-demand.tsx'
import { SegmentedControl } from '#client/components/segmented-control.tsx'
import { StatusDot } from '#client/components/status-dot.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { type ChatLanguage, schemes } from '#shared/chat-look.ts'
import type { SharedState } from '../use-sharing.ts'
import { ColorFields } from './color-fields.tsx'
import { TextFields } from './text-fields.tsx'
import { type AppearanceForm, useAppearance } from './use-appearance.ts'

// The chat of visitors is a tenth of this dialog's download.
const ChatPreview = lazily(async () => (await import('./chat-preview.tsx')).ChatPreview)

/** What the chat looks like and says, beside the chat itself. */
export function AppearancePane({ state }: { state: SharedState }) {
  const [own] = useLanguage()
  const [language, setLanguage] = useState<ChatLanguage>(own)
  const [isDark, setDark] = useState(false)
  const form = useAppearance(state.sharing.id, state.sections.appearance)
  return (
    <>
      <form
        className="look-form stack line-right"
        onSubmit={(event) => {
          event.preventDefault()
          void form.save()
        }}
      >
        <div className="look-fields stack scrolls gap-18">
          <TextFields form={form} name={state.sharing.name} language={language} onLanguage={setLanguage} />
          <ColorFields form={form} isDark={isDark} onDark={setDark} />
          <Behavior form={form} />
        </div>
        <Foot form={form} />
      </form>
      <Suspense fallback={<div className="look-preview backdrop-body" />}>
        <ChatPreview state={state} appearance={form.value} language={language} isDark={isDark} />
      </Suspense>
    </>
  )
}

const flags = ['showSources', 'showTools', 'newChatPerVisit'] as const

function Behavior({ form: { value, edit } }: { form: AppearanceForm }) {
  const { shareChat: texts } = useTexts()
  return (
    <div className="grid gap-10">
      <h3>{texts.behavior}</h3>
      {flags.map((name) => (
        <FormControl key={name} orientation="horizontal" className="share-switch">
          <Switch checked={value[name]} onChange={({ target }) => edit({ [name]: target.checked })} />
          <FormLabel>{texts.flags[name]}</FormLabel>
        </FormControl>
      ))}
      <div className="grid gap-6">
        <h3>{texts.scheme}</h3>
        <SegmentedControl
          label={texts.scheme}
          value={value.scheme}
          options={schemes.map((each) => ({ value: each, label: texts.schemes[each] }))}
          onChange={(scheme) => edit({ scheme })}
        />
      </div>
    </div>
  )
}

function Foot({ form }: { form: AppearanceForm }) {
  const { flowConfig: texts } = useTexts()
  const { isDirty, isSaving, isValid, hasSaved, discard } = form
  return (
    <div className="look-foot row wraps gap-8">
      <p className="row gap-8 grows" role="status">
        {isDirty ? (
          <>
            <StatusDot state="draft" />
            {texts.unsaved}
          </>
        ) : (
          hasSaved && texts.saved
        )}
      </p>
      <Button variant="plain" color="neutral" disabled={!isDirty || isSaving} onClick={discard}>
        {texts.discard}
      </Button>
      <Button type="submit" disabled={!isDirty || isSaving || !isValid}>
        {isSaving ? texts.saving : texts.save}
      </Button>
    </div>
  )
}
