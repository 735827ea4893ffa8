import { Button, Chip } from '@mui/joy'
import { Monitor } from 'lucide-react'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { useConfirm } from '#client/components/confirm-dialog.tsx'
import { RelativeTime } from '#client/components/relative-time.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { DeviceSession } from '#shared/auth.ts'

export function SessionList() {
  const sessions = trpc.auth.sessions.useQuery(undefined, { staleTime: 0 })
  return (
    <AsyncView query={sessions}>
      {(all) => (
        <>
          <ul className="sessions unpadded unlisted">
            {all.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
          <Everywhere isAlone={all.every(({ isCurrent }) => isCurrent)} />
        </>
      )}
    </AsyncView>
  )
}

function SessionRow({ session }: { session: DeviceSession }) {
  const { account, secondFactor } = useTexts()
  const { security: texts } = account
  const { id, device, address, method, createdDate, lastSeenDate, isCurrent } = session
  const end = trpc.auth.endSession.useMutation(useEnding(texts.ended(device)))
  return (
    <li className="row gap-14">
      <Monitor className="rigid text-tertiary" size={18} aria-hidden="true" />
      <div>
        <strong className="row wraps gap-4-8 medium">
          {device}
          {isCurrent && (
            <Chip size="sm" variant="soft" color="success">
              {texts.current}
            </Chip>
          )}
        </strong>
        <p className="text-tertiary flex wraps text-12 line-16">
          <span>{address}</span>
          <span>
            {texts.method}: {secondFactor.methods[method]}
          </span>
          <span>
            {texts.since}: <RelativeTime iso={createdDate} />
          </span>
          <span>
            {texts.seen}: {lastSeenDate ? <RelativeTime iso={lastSeenDate} /> : texts.neverSeen}
          </span>
        </p>
      </div>
      {!isCurrent && (
        <Button
          size="sm"
          variant="outlined"
          color="neutral"
          aria-label={texts.endNamed(device)}
          disabled={end.isPending}
          onClick={() => end.mutate({ id })}
        >
          {texts.end}
        </Button>
      )}
    </li>
  )
}

function Everywhere({ isAlone }: { isAlone: boolean }) {
  const { security: texts } = useTexts().account
  const confirm = useConfirm()
  const end = trpc.auth.endOtherSessions.useMutation(useEnding(texts.everywhereDone))

  async function confirmSignOut() {
    const { everywhereTitle: title, everywhereText: description, everywhere: confirmButtonName } = texts
    if (await confirm({ title, description, confirmButtonName, danger: true })) {
      end.mutate()
    }
  }
  return isAlone ? (
    <p className="security-note text-13 line-18 text-secondary">{texts.alone}</p>
  ) : (
    <Button variant="outlined" color="danger" disabled={end.isPending} onClick={confirmSignOut}>
      {texts.everywhere}
    </Button>
  )
}

function useEnding(done: string) {
  const toasts = useToasts()
  const errorText = useErrorText()
  const utils = trpc.useUtils()
  return {
    onSuccess: () => {
      toasts.success(done)
      utils.auth.sessions.invalidate()
    },
    onError: (error: unknown) => toasts.error(errorText(error)),
  }
}
