import { Button } from '@mui/joy'
import { Copy, Ellipsis, FileDown, Rocket } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import type { FlowVersion } from '#shared/flow-versions.ts'
import { DuplicateDialog } from '../dialogs/name-dialogs.tsx'
import { useUnpublished } from '../draft/sync-store.ts'
import type { Graph } from '../graph/flow-graph.ts'
import { Menu } from '../popups/menu.tsx'
import { useCanvas } from '../store/use-canvas.ts'
import { useVersionActions } from './use-version-actions.ts'

type Props = {
  /** The one that is looked at; undefined for the draft. */
  version: FlowVersion | undefined
  /** What the draft is held against. */
  held: FlowVersion | undefined
  graph: Graph | undefined
  flowId: string
  onName: (version: FlowVersion) => void
  onOpenFlow: (id: string) => void
}

/** What can be done with what is chosen. */
export function VersionFooter({ version, held, graph, flowId, onName, onOpenFlow }: Props) {
  const { versions } = useTexts()
  const actions = useVersionActions()
  const unpublished = useUnpublished()
  const flowName = useCanvas((state) => state.graph.name)
  const [opener, setOpener] = useState<Element>()
  const [copying, setCopying] = useState<FlowVersion>()
  const more = useRef<HTMLButtonElement>(null)
  const close = useCallback(() => setOpener(undefined), [])
  const target = version ?? held
  if (!target) {
    return null
  }
  const short = versions.short(target.number)

  return (
    <footer className="versions-footer">
      <Button
        variant="outlined"
        color="neutral"
        disabled={!version && !unpublished}
        onClick={() => void actions.restore(target)}
      >
        {versions.restore(short)}
      </Button>
      <Button
        variant="plain"
        color="neutral"
        title={versions.nameTitle(short)}
        onClick={() => onName(target)}
      >
        {versions.name}
      </Button>
      <button
        ref={more}
        type="button"
        className="icon-button"
        aria-label={versions.more}
        aria-haspopup="menu"
        aria-expanded={opener !== undefined}
        onClick={() => setOpener(more.current ?? undefined)}
      >
        <Ellipsis size={18} />
      </button>
      <span className="header-gap" />
      {version ? (
        <Button disabled={version.isLive} onClick={() => void actions.publishVersion(version)}>
          {versions.publishVersion(short)}
        </Button>
      ) : (
        <Button disabled={!unpublished} onClick={() => void actions.publish()}>
          {versions.publishDraft}
        </Button>
      )}
      {opener && (
        <Menu
          at={opener}
          label={versions.more}
          onClose={close}
          groups={[
            [
              {
                name: versions.export,
                icon: FileDown,
                disabled: graph ? undefined : versions.unreadable,
                run: () => graph && actions.exportVersion(graph, target.number),
              },
              { name: versions.duplicate, icon: Copy, run: () => setCopying(target) },
              {
                name: versions.publishVersion(short),
                icon: Rocket,
                disabled: target.isLive ? versions.allPublished : undefined,
                run: () => void actions.publishVersion(target),
              },
            ],
          ]}
        />
      )}
      {copying && (
        <DuplicateDialog
          id={flowId}
          versionId={copying.id}
          name={versions.copyName(flowName, versions.short(copying.number))}
          onClose={() => setCopying(undefined)}
          onDone={onOpenFlow}
        />
      )}
    </footer>
  )
}
