import { Button } from '@mui/joy'
import { ChevronLeft, Cloud, CloudAlert, CloudOff, Waypoints } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { trpc } from '#client/api/trpc.ts'
import { useOpenFlowConfig } from '#client/components/flow-config-context.ts'
import { formatMoney } from '#client/components/format-money.ts'
import { useOpenMessages } from '#client/components/open-messages.ts'
import { type RowAction, RowMenu } from '#client/components/row-menu.tsx'
import { useShare } from '#client/components/share-opener.ts'
import { useToasts } from '#client/components/toasts.tsx'
import { useUpserts } from '#client/components/upsert-context.ts'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { AssistantPaths } from '../assistant-paths.ts'
import { OpenAsFlowDialog } from '../open-as-flow-dialog.tsx'
import { useAssistantActions } from '../use-assistant-actions.tsx'
import { titleOf } from './issue-title.ts'
import type { Draft } from './use-assistant-draft.ts'
import { VersionsDialog } from './versions-dialog.tsx'

type Props = { id: string; draft: Draft; paths: AssistantPaths }

export function EditorHeader({ id, draft, paths }: Props) {
  const { assistants } = useTexts()
  const { editor: texts, actions } = assistants
  const share = useShare()
  const publish = usePublish(draft)
  const [open, setOpen] = useState<'flow' | 'versions'>()
  const close = () => setOpen(undefined)
  const { name } = draft.details
  const toShare = () => share?.({ id, publish })
  return (
    <header className="assistant-header row gap-8 rigid surface line-below">
      <Link className="icon-button text-secondary" to={paths.list} aria-label={texts.back} title={texts.back}>
        <ChevronLeft size={18} />
      </Link>
      <NameField name={name} onName={(next) => draft.change({ name: next })} />
      <span className="assistant-tag assistant-chip text-12 medium text-secondary outlined round-xs">
        {texts.tag}
      </span>
      <SaveState draft={draft} />
      <span className="grows" />
      <Cost id={id} />
      <Button
        className="assistant-wide"
        variant="plain"
        color="neutral"
        startDecorator={<Waypoints size={16} />}
        onClick={() => setOpen('flow')}
      >
        {actions.openAsFlow}
      </Button>
      <Button className="assistant-wide" variant="plain" color="neutral" onClick={toShare}>
        {texts.api}
      </Button>
      <PublishButton draft={draft} onPublish={publish} />
      <Menu
        {...{ id, draft, paths }}
        onShare={toShare}
        onFlow={() => setOpen('flow')}
        onVersions={() => setOpen('versions')}
      />
      {open === 'flow' && <OpenAsFlowDialog id={id} name={name} paths={paths} onClose={close} />}
      {open === 'versions' && <VersionsDialog id={id} draft={draft} onClose={close} />}
    </header>
  )
}

/** What a message costs on average. Nothing while no price is known. */
function Cost({ id }: { id: string }) {
  const { canvasRun } = useTexts()
  const [language] = useLanguage()
  const { data } = trpc.chat.estimate.useQuery(
    { flowId: id },
    { staleTime: Number.POSITIVE_INFINITY, retry: false },
  )
  return data?.typicalMicro ? (
    <span className="assistant-wide text-13 monospace tabular one-line text-secondary">
      <strong className="text-primary">
        {canvasRun.about(formatMoney(data.typicalMicro / 1_000_000, language))}
      </strong>{' '}
      {canvasRun.perMessage}
    </span>
  ) : null
}

function usePublish(draft: Draft) {
  const { editor: texts } = useTexts().assistants
  const toasts = useToasts()
  const errorText = useErrorText()
  return async () => {
    try {
      const head = await draft.publish()
      if (head?.published) {
        toasts.success(texts.published(head.published.number))
      }
    } catch (error) {
      toasts.error(errorText(error))
    }
  }
}

function PublishButton({ draft, onPublish }: { draft: Draft; onPublish: () => void }) {
  const { editor: texts } = useTexts().assistants
  const { head, status, isPublishing } = draft
  const [issue] = head?.issues ?? []
  const isPublished = status === 'saved' && head?.published != null && !head.isDraft
  const reason = issue ? texts.blocked(titleOf(issue, texts)) : isPublished ? texts.allPublished : undefined
  return (
    <Button
      aria-disabled={reason !== undefined}
      data-off={reason !== undefined || undefined}
      variant={reason ? 'soft' : 'solid'}
      color={reason ? 'neutral' : 'primary'}
      title={reason}
      loading={isPublishing}
      onClick={() => !reason && onPublish()}
    >
      {texts.publish}
    </Button>
  )
}

type MenuProps = Props & { onShare: () => void; onFlow: () => void; onVersions: () => void }

function Menu({ id, draft, paths, onShare, onFlow, onVersions }: MenuProps) {
  const { assistants, common } = useTexts()
  const { editor: texts, actions: words } = assistants
  const navigate = useNavigate()
  const configure = useOpenFlowConfig()
  const openMessages = useOpenMessages()
  const { exportFile, remove } = useAssistantActions()
  const { name } = draft.details
  const history = useUpsertHistory(id, name)
  const actions: RowAction[] = [
    { label: words.openAsFlow, run: onFlow },
    { label: texts.share, run: onShare },
    { label: texts.messages, run: () => openMessages(id) },
    { label: texts.configuration, run: () => configure?.({ id, name }) },
    { label: texts.versions, run: onVersions },
    ...history,
    { label: words.exportFile, run: () => void draft.flush().then(() => exportFile(id, name)) },
    {
      label: common.delete,
      danger: true,
      run: () => void remove({ id, name }).then((isGone) => isGone && navigate(paths.list)),
    },
  ]
  return <RowMenu label={texts.menu} actions={actions} />
}

/**
 * The form makes no vector store, and sources are indexed on their own pages. Only the flow of an assistant that another
 * client wrote can have upserts.
 */
function useUpsertHistory(id: string, name: string): RowAction[] {
  const { editor: texts } = useTexts().assistants
  const upserts = useUpserts()
  const { data: found = [] } = trpc.upsert.list.useQuery({ subjectId: id }, { retry: false })
  const open = () => upserts?.openHistory({ id, name, purpose: 'flow' })
  return found.length > 0 ? [{ label: texts.upsertHistory, run: open }] : []
}

/** Keeps the last name while the field is empty. */
function NameField({ name, onName }: { name: string; onName: (name: string) => void }) {
  const { editor: texts } = useTexts().assistants
  const [typed, setTyped] = useState<string>()
  return (
    <input
      className="assistant-name inherits-color no-background round-6 semibold"
      aria-label={texts.name}
      maxLength={255}
      value={typed ?? name}
      onChange={({ target }) => {
        setTyped(target.value)
        if (target.value.trim() !== '') {
          onName(target.value.trim())
        }
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}

function SaveState({ draft: { status, flush } }: { draft: Draft }) {
  const { editor: texts } = useTexts().assistants
  const isBad = status === 'failed' || status === 'conflict'
  const Sign = isBad ? CloudAlert : status === 'offline' ? CloudOff : Cloud
  return (
    <span
      className="assistant-saved row gap-6 text-12 text-tertiary"
      role="status"
      data-bad={isBad || undefined}
    >
      <Sign size={15} aria-hidden="true" />
      <span className="assistant-saved-text">{texts.status[status]}</span>
      {status === 'failed' && (
        <button type="button" className="text-link" onClick={() => void flush()}>
          {texts.retry}
        </button>
      )}
    </span>
  )
}
