import { Button, Typography } from '@mui/joy'
import { useMemo, useState } from 'react'
import { useUser } from '#client/api/use-session.ts'
import { Dialog } from '#client/components/dialog.tsx'
import { formatRelativeTime } from '#client/components/relative-time.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { FlowDraft } from '#shared/flow-versions.ts'
import { useSync, useSyncState } from '../draft/sync-store.ts'
import { viewDiff } from '../graph/diff-view.ts'
import { readGraph } from '../graph/flow-graph.ts'
import { useLoadedGraph } from '../store/catalogue.ts'
import { useCanvas } from '../store/use-canvas.ts'
import { DiffList } from '../versions/diff-list.tsx'

type Props = { onClose: () => void; onOpenFlow: (id: string) => void }

/** The draft was also saved elsewhere. No choice here loses either version. */
export function ConflictDialog(props: Props) {
  const theirs = useSyncState((state) => state.theirs)
  return theirs ? <Conflict theirs={theirs} {...props} /> : null
}

function Conflict({ theirs, onClose, onOpenFlow }: Props & { theirs: FlowDraft }) {
  const { canvas, common, versions } = useTexts()
  const [language] = useLanguage()
  const sync = useSync()
  const me = useUser()?.id
  const mine = useCanvas((state) => state.graph)
  const templates = useCanvas((state) => state.templates)
  const [busy, setBusy] = useState<'keep' | 'copy'>()
  const before = useLoadedGraph(useMemo(() => readGraph(theirs.flowData, theirs.name), [theirs]))
  const view = useMemo(
    () => before && viewDiff({ before, after: mine }, templates),
    [before, mine, templates],
  )
  const saved = String(theirs.savedDate)
  const time = formatRelativeTime(saved, new Date(), language) ?? common.now
  const { by } = theirs

  async function keep() {
    setBusy('keep')
    if (await sync.keepMine()) {
      onClose()
    }
    setBusy(undefined)
  }

  async function copy() {
    setBusy('copy')
    const id = await sync.saveCopy(canvas.copyOf(mine.name).slice(0, 255))
    setBusy(undefined)
    if (id !== undefined) {
      onClose()
      onOpenFlow(id)
    }
  }

  return (
    <Dialog
      title={versions.conflictTitle}
      description={by.id === me ? versions.conflictSelf(time) : versions.conflictText(by.username, time)}
      size="m"
      onClose={onClose}
      locked={busy !== undefined}
      footer={
        <>
          <Button
            variant="plain"
            color="neutral"
            title={versions.saveCopyHint}
            loading={busy === 'copy'}
            onClick={() => void copy()}
            sx={{ mr: 'auto' }}
          >
            {versions.saveCopy}
          </Button>
          <Button
            variant="outlined"
            color="neutral"
            title={versions.takeTheirsHint}
            onClick={() => {
              sync.takeTheirs()
              onClose()
            }}
          >
            {versions.takeTheirs}
          </Button>
          <Button title={versions.keepMineHint} loading={busy === 'keep'} onClick={() => void keep()}>
            {versions.keepMine}
          </Button>
        </>
      }
    >
      <Typography level="title-sm" sx={{ mb: 2 }}>
        {versions.theirsAgainstMine}
      </Typography>
      {view && <DiffList view={view} />}
      <ul className="conflict-hints">
        <li>
          <strong>{versions.takeTheirs}.</strong> {versions.takeTheirsHint}
        </li>
        <li>
          <strong>{versions.keepMine}.</strong> {versions.keepMineHint}
        </li>
        <li>
          <strong>{versions.saveCopy}.</strong> {versions.saveCopyHint}
        </li>
      </ul>
    </Dialog>
  )
}

type LeaveDialogProps = { name: string; onStay: () => void; onLeave: () => void; onSaveAndLeave: () => void }

/** Shown only when the last changes are not stored anywhere. */
export function LeaveDialog({ name, onStay, onLeave, onSaveAndLeave }: LeaveDialogProps) {
  const { canvas, versions } = useTexts()
  return (
    <Dialog
      title={canvas.leaveTitle(name)}
      role="alertdialog"
      size="m"
      onClose={onStay}
      footer={
        <>
          <Button variant="plain" color="neutral" onClick={onStay}>
            {canvas.stayHere}
          </Button>
          <Button variant="outlined" color="danger" onClick={onLeave}>
            {versions.leaveAnyway}
          </Button>
          <Button autoFocus onClick={onSaveAndLeave}>
            {versions.tryAgain}
          </Button>
        </>
      }
    >
      <Typography level="body-md">{versions.leaveText}</Typography>
    </Dialog>
  )
}
