import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { SettingSwitch } from '#client/components/setting-fields.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { Answered, Example, ExampleQuestion } from '../example.tsx'
import type { PageProps } from '../page-props.ts'

export function FeedbackPage({ value, onChange }: PageProps<'chatFeedback'>) {
  const { chatFeedback: texts } = useTexts().flowConfig
  return (
    <>
      <SettingSwitch
        label={texts.switch}
        checked={value.status}
        onChange={(status) => onChange({ status })}
        help={texts.help}
      />
      <Example>
        <ExampleQuestion>{texts.comment}</ExampleQuestion>
        <Answered>
          {texts.sample} <ThumbsUp size={14} aria-hidden="true" /> <ThumbsDown size={14} aria-hidden="true" />
        </Answered>
      </Example>
    </>
  )
}
