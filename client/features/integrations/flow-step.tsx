import { Button } from '@mui/joy'
import { type ReactNode, useId, useState } from 'react'
import { toAppError } from '#client/api/errors.ts'
import { trpc } from '#client/api/trpc.ts'
import { useConfirm } from '#client/components/confirm-dialog.tsx'
import { FlowFingerprint } from '#client/components/fingerprint.tsx'
import { FormBanner } from '#client/components/form-banner.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { Channel } from '#shared/channels.ts'
import { OpenStep } from './sheet-steps.tsx'
import { useFlows } from './use-flows.ts'

type Props = {
  channel: Channel
  onBack?: () => void
  onDone: (channel: Channel) => void
  children: ReactNode
}

/** Who answers. From here on the channel is live. */
export function FlowStep({ channel, onBack, onDone, children }: Props) {
  const { integrations: texts } = useTexts()
  const { sheet } = texts
  const errorText = useErrorText()
  const confirm = useConfirm()
  const flows = useFlows()
  const group = useId()
  const [flowId, setFlowId] = useState(channel.flow?.id)
  const serving = trpc.channels.serve.useMutation({ onSuccess: onDone })
  const isAnswering = flows.some(({ id, draft }) => id === flowId && draft !== 'never')

  async function serve(replaces: boolean) {
    if (flowId === undefined) {
      return
    }
    try {
      await serving.mutateAsync({ id: channel.id, flowId, replaces })
    } catch (error) {
      const { otherWebhook: host } = toAppError(error).details ?? {}
      const question = { title: sheet.replaceQuestion, description: sheet.replaceText(String(host)) }
      if (host !== undefined && (await confirm({ ...question, confirmButtonName: sheet.takeOver }))) {
        await serve(true)
      }
    }
  }
  return (
    <OpenStep
      step="flow"
      note={channel.flow ? '' : sheet.notLive}
      after={children}
      footer={
        <>
          {onBack && (
            <Button variant="plain" color="neutral" onClick={onBack}>
              {sheet.back}
            </Button>
          )}
          <Button disabled={!isAnswering || serving.isPending} onClick={() => void serve(false)}>
            {serving.isPending ? sheet.connecting : sheet.next}
          </Button>
        </>
      }
    >
      {serving.error && <FormBanner>{errorText(serving.error)}</FormBanner>}
      {flows.length === 0 && <p className="text-secondary flush">{texts.flow.none}</p>}
      <fieldset className="borderless flush unpadded grid gap-8" aria-label={texts.flow.label}>
        {flows.map(({ id, name, version, draft, thumbnail }) => (
          <label
            className="flow-option row gap-12 outlined round-sm"
            key={id}
            data-never={draft === 'never' || undefined}
          >
            <input
              type="radio"
              name={group}
              checked={id === flowId}
              disabled={draft === 'never'}
              onChange={() => setFlowId(id)}
            />
            <span className="channel-picture outlined round-xs">
              <FlowFingerprint thumbnail={thumbnail} width={56} height={34} ghost={draft === 'never'} />
            </span>
            <span className="grid shrinks grows">
              <span className="medium truncate">{name}</span>
              <span className="text-13 text-tertiary">
                {draft === 'never' || version === null ? texts.flow.never : texts.flow.version(version)}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      <p className="text-13 text-tertiary flush">{texts.flow.paid}</p>
    </OpenStep>
  )
}
