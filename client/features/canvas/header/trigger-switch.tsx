import { Switch } from '@mui/joy'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { trpc } from '#client/api/trpc.ts'
import { dateFormat } from '#client/components/intl.ts'
import { useToasts } from '#client/components/toasts.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { useErrorText, useSentence } from '#client/texts/use-sentence.ts'
import type { TriggerKind } from '#shared/triggers.ts'
import { useUnpublished } from '../draft/draft.ts'

type Props = { flowId: string; kind: TriggerKind }

/** Switches the schedule or the webhook of the published flow. The name leads to its other settings and its log. */
export function TriggerSwitch({ flowId, kind }: Props) {
  const { kinds, onCanvas } = useTexts().triggers
  const [language] = useLanguage()
  const sentence = useSentence()
  const errorText = useErrorText()
  const toasts = useToasts()
  const utils = trpc.useUtils()
  const { data, refetch } = trpc.triggers.get.useQuery({ id: flowId })
  const { mutate, isPending } = trpc.triggers.save.useMutation({
    onSuccess: (saved) => utils.triggers.get.setData({ id: flowId }, saved),
    onError: (error) => toasts.error(errorText(error)),
  })
  const isPublished = !useUnpublished()
  useEffect(() => {
    if (isPublished) {
      void refetch()
    }
  }, [isPublished, refetch])
  if (!data) {
    return null
  }
  const isOther = data.kind !== kind
  const reason = isOther ? onCanvas.publish : data.reason === null ? undefined : sentence(data.reason)
  const isOn = data.enabled && !isOther
  const [next] = data.nextRuns
  const when = {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  } as const
  const format = dateFormat(language, { ...when, ...(data.timezone !== null && { timeZone: data.timezone }) })
  return (
    <div className="trigger-switch row gap-8" title={reason}>
      <Switch
        size="sm"
        checked={isOn}
        disabled={isPending || (!isOn && (isOther || !data.canEnable))}
        onChange={({ target }) => mutate({ id: flowId, enabled: target.checked })}
        slotProps={{
          input: { 'aria-label': reason ? `${kinds[kind]}: ${reason}` : kinds[kind] },
        }}
      />
      <Link className="text-link" to={`/app/agentflows/${flowId}/triggers`}>
        {onCanvas[kind](isOn)}
      </Link>
      {isOn && kind === 'schedule' && next && (
        <time className="text-secondary clips ellipsis" dateTime={next}>
          {onCanvas.next(format.format(new Date(next)))}
        </time>
      )}
    </div>
  )
}
