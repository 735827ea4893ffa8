import { FormControl, FormHelperText, FormLabel, Input, Textarea } from '@mui/joy'
import type { ReactNode } from 'react'
import { SegmentedControl } from '#client/components/segmented-control.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useSentence } from '#client/texts/use-sentence.ts'
import type { ChatTexts } from '#shared/appearance.ts'
import { type ChatLanguage, chatLanguages } from '#shared/chat-look.ts'
import type { AppearanceForm } from './use-appearance.ts'

type Props = {
  form: AppearanceForm
  /** The name of the flow, which a chat without a title shows. */
  name: string
  language: ChatLanguage
  onLanguage: (language: ChatLanguage) => void
}

/** What the chat says, per language. Empty fields fall back to the interface's own texts. */
export function TextFields({ form, name, language, onLanguage }: Props) {
  const { shareChat: texts } = useTexts()
  const { value, edit, issueOf } = form
  const own = value.texts[language]
  const change = (changes: Partial<ChatTexts>) =>
    edit({ texts: { ...value.texts, [language]: { ...own, ...changes } } })
  const issue = (field: keyof ChatTexts) => issueOf(`texts.${language}.${field}`)
  return (
    <div className="grid gap-12">
      <div className="row spread gap-8">
        <h3>{texts.texts}</h3>
        <SegmentedControl
          label={texts.textLanguage}
          value={language}
          options={chatLanguages.map((each) => ({ value: each, label: each.toUpperCase() }))}
          onChange={onLanguage}
        />
      </div>
      <Field label={texts.title} issue={issue('title')}>
        <Input
          value={own.title}
          placeholder={name}
          onChange={({ target }) => change({ title: target.value })}
        />
      </Field>
      <Field label={texts.welcome} issue={issue('welcome')}>
        <Textarea
          minRows={2}
          maxRows={6}
          value={own.welcome}
          placeholder={texts.samples[language].greeting}
          onChange={({ target }) => change({ welcome: target.value })}
        />
      </Field>
      <Field label={texts.placeholder} issue={issue('placeholder')}>
        <Input
          value={own.placeholder}
          placeholder={texts.samples[language].writeTo(own.title || name)}
          onChange={({ target }) => change({ placeholder: target.value })}
        />
      </Field>
      <Field label={texts.avatar} issue={issueOf('avatar')} help={texts.avatarHelp}>
        <Input
          type="url"
          value={value.avatar}
          placeholder="https://"
          onChange={({ target }) => edit({ avatar: target.value })}
        />
      </Field>
    </div>
  )
}

type FieldProps = { label: string; issue: string | undefined; help?: string; children: ReactNode }

function Field({ label, issue, help, children }: FieldProps) {
  const sentence = useSentence()
  return (
    <FormControl error={issue !== undefined}>
      <FormLabel>{label}</FormLabel>
      {children}
      {issue ? (
        <FormHelperText role="alert">{sentence(issue)}</FormHelperText>
      ) : (
        help && <FormHelperText>{help}</FormHelperText>
      )}
    </FormControl>
  )
}
