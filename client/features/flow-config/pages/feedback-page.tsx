import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { useTexts } from '#client/texts/texts.tsx'
import { Answered, Asked, Example } from '../example.tsx'
import type { PageProps } from '../page-props.ts'
import { SettingSwitch } from '../setting-fields.tsx'

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
        <Asked>{texts.comment}</Asked>
        <Answered>
          {texts.sample} <ThumbsUp size={14} aria-hidden="true" /> <ThumbsDown size={14} aria-hidden="true" />
        </Answered>
      </Example>
    </>
  )
}
