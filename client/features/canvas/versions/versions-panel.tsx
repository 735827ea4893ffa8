import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { FlowFingerprint } from '#client/components/fingerprint.tsx'
import { formatMoment, RelativeTime } from '#client/components/relative-time.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { drawThumbnail } from '#shared/draw-thumbnail.ts'
import { type ChangeCount, countChanges } from '#shared/flow-diff.ts'
import type { FlowVersion } from '#shared/flow-versions.ts'
import type { Thumbnail } from '#shared/flows.ts'
import { useSyncState, useUnpublished } from '../draft/sync-store.ts'
import type { DiffView } from '../graph/diff-view.ts'
import { writeGraph } from '../graph/flow-graph.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { comparisonOf, useComparison } from './comparison.ts'
import { DiffList } from './diff-list.tsx'
import { NameDialog, VersionFooter } from './version-footer.tsx'
import { useVersionDiff, useVersionGraph } from './version-graph.ts'
import './versions.css'
import { Switch, Typography } from '@mui/joy'
import { type ReactNode, useEffect, useMemo } from 'react'

type Props = { onShowNode: (id: string) => void; onOpenFlow: (id: string) => void; me: string | undefined }

export function VersionsPanel(props: Props) {
  const { versions } = useTexts()
  const id = useCanvas(({ saved }) => saved?.id)
  const query = trpc.flows.versions.list.useQuery({ id: id ?? '' }, { enabled: id !== undefined })
  if (id === undefined) {
    return <p className="panel-empty text-tertiary">{versions.nothingYet}</p>
  }
  return (
    <AsyncView query={query} errorTitle={versions.notLoaded}>
      {(list) => <Panel {...props} id={id} list={list} />}
    </AsyncView>
  )
}

function Panel({ id, list, me, onShowNode, onOpenFlow }: Props & { id: string; list: FlowVersion[] }) {
  const { versions } = useTexts()
  const store = useCanvasStore()
  const { chosen, base, onCanvas, naming, choose, against, draw, name } = useComparison()
  const live = list.find(({ isLive }) => isLive)
  const held = live ?? list[0]
  const named = list.find(({ id: own, number }) => naming === own || naming === String(number))

  // The draft is compared with the published version, or with the newest version before the first publication.
  useEffect(() => {
    against(held && { id: held.id, number: held.number })
  }, [held, against])
  useEffect(() => {
    if (chosen && !list.some((version) => version.id === chosen.id)) {
      choose(undefined)
    }
  }, [chosen, list, choose])
  useEffect(() => () => comparisonOf(store).setState({ chosen: undefined }), [store])

  const shown = chosen ?? base
  const graph = useVersionGraph(shown?.id)
  const view = useVersionDiff(graph)
  const version = list.find((each) => each.id === chosen?.id)
  return (
    <div className="versions stack grows shrinks-y">
      <div className="versions-sum row wraps gap-6 rigid text-12 line-16 line-below">
        {view && <Sum view={view} />}
        <Typography
          component="label"
          className="versions-switch"
          level="body-xs"
          endDecorator={
            <Switch size="sm" checked={onCanvas} onChange={({ target }) => draw(target.checked)} />
          }
        >
          {versions.showOnCanvas}
        </Typography>
      </div>
      <ul className="version-list unpadded scrolls-y unlisted" aria-label={versions.title}>
        <DraftRow
          chosen={chosen === undefined}
          onChoose={() => choose(undefined)}
          held={held}
          view={chosen ? undefined : view}
        />
        {list.map((each) => (
          <Row
            key={each.id}
            version={each}
            me={me}
            chosen={chosen?.id === each.id}
            onChoose={() => choose({ id: each.id, number: each.number })}
          />
        ))}
      </ul>
      <section className="versions-diff scrolls-y line-above" aria-label={versions.differences}>
        {graph === 'unreadable' && (
          <p className="diff-none text-13 line-18 text-tertiary">{versions.unreadable}</p>
        )}
        {view && <DiffList view={view} {...(!chosen && { onShow: onShowNode })} />}
      </section>
      <VersionFooter
        version={version}
        held={held}
        graph={graph === 'unreadable' ? undefined : graph}
        flowId={id}
        onName={(each) => name(each.id)}
        onOpenFlow={onOpenFlow}
      />
      {named && <NameDialog flowId={id} version={named} onClose={() => name(undefined)} />}
    </div>
  )
}

function Sum({ view }: { view: DiffView }) {
  const { versions } = useTexts()
  const { added, removed, changed } = countChanges(view.diff)
  if (added + removed + changed === 0) {
    return <span className="sum-none">{versions.noDifference}</span>
  }
  return (
    <>
      {added > 0 && <span data-kind="added">{versions.added(added)}</span>}
      {removed > 0 && <span data-kind="removed">{versions.removed(removed)}</span>}
      {changed > 0 && <span data-kind="changed">{versions.changed(changed)}</span>}
    </>
  )
}

type DraftProps = {
  chosen: boolean
  onChoose: () => void
  held: FlowVersion | undefined
  view: DiffView | undefined
}

function DraftRow({ chosen, onChoose, held, view }: DraftProps) {
  const { versions } = useTexts()
  const graph = useCanvas((state) => state.graph)
  const unpublished = useUnpublished()
  const published = useSyncState(({ head }) => head?.published)
  const reported = useSyncState(({ head }) => head?.changes)
  const thumbnail = useMemo(() => drawThumbnail(writeGraph(graph)), [graph])
  // While a version is looked at the comparison is with that one.
  const count = view ? countChanges(view.diff) : reported
  const total = count ? count.added + count.removed + count.changed : 0
  const since = held && versions.short(held.number)
  return (
    <VersionRow
      testId="version-draft"
      title={versions.draft}
      mark={
        unpublished && (
          <span className="version-mark text-12 line-18 medium round-4 pad-0-6 backdrop-accent text-accent-soft">
            {versions.notPublished}
          </span>
        )
      }
      text={textOf()}
      time={versions.by(versions.now, versions.you)}
      thumbnail={thumbnail}
      count={count && total > 0 ? count : null}
      chosen={chosen}
      onChoose={onChoose}
    />
  )

  function textOf() {
    if (!published) {
      return versions.neverPublished
    }
    if (!since || !count) {
      return ''
    }
    return total > 0 ? versions.changesSince(total, since) : versions.sameAs(since)
  }
}

type RowProps = { version: FlowVersion; me: string | undefined; chosen: boolean; onChoose: () => void }

function Row({ version, me, chosen, onChoose }: RowProps) {
  const { versions } = useTexts()
  const [language] = useLanguage()
  const { number, name, reason, author, createdDate, isLive, thumbnail, changes, publishedDate } = version
  const created = String(createdDate)
  return (
    <VersionRow
      testId={`version-${number}`}
      title={versions.heading(number)}
      mark={
        isLive && (
          <span
            className="version-mark text-12 line-18 medium round-4 pad-0-6 backdrop-accent text-accent-soft"
            data-live=""
            title={publishedDate ? formatMoment(String(publishedDate), language) : undefined}
          >
            {versions.publishedMark}
          </span>
        )
      }
      text={name ?? versions.reasons[reason]}
      time={
        <>
          <RelativeTime iso={created} /> · {author.id === me ? versions.you : author.username}
        </>
      }
      thumbnail={thumbnail}
      count={changes}
      chosen={chosen}
      onChoose={onChoose}
    />
  )
}

type VersionRowProps = {
  title: string
  mark?: ReactNode
  text: string
  time: ReactNode
  thumbnail: Thumbnail | null
  count: ChangeCount | null
  chosen: boolean
  onChoose: () => void
  testId: string
}

export function VersionRow({
  title,
  mark,
  text,
  time,
  thumbnail,
  count,
  chosen,
  onChoose,
  testId,
}: VersionRowProps) {
  return (
    <li className="line-below">
      <button
        type="button"
        className="version-row"
        aria-current={chosen}
        data-testid={testId}
        onClick={onChoose}
      >
        <span className="version-thumb centered rigid clips backdrop-body outlined round-6">
          {thumbnail && thumbnail.boxes.length > 0 && (
            <FlowFingerprint thumbnail={thumbnail} width={82} height={58} />
          )}
        </span>
        <span className="version-facts stack grows shrinks">
          <span className="version-head row gap-8">
            <strong className="line-20 semibold">{title}</strong>
            {mark}
            <ChangeSize count={count} />
          </span>
          <span className="version-text truncate text-13 line-18 text-primary">{text}</span>
          <small className="text-12 line-16 text-tertiary">{time}</small>
        </span>
      </button>
    </li>
  )
}

/** `+1 −1 ~2`, with a text alternative for screen readers. */
export function ChangeSize({ count }: { count: ChangeCount | null }) {
  const { versions } = useTexts()
  if (!count) {
    return null
  }
  const { added, removed, changed } = count
  const parts = [added && `+${added}`, removed && `−${removed}`, changed && `~${changed}`].filter(Boolean)
  return (
    <span className="version-size text-tertiary one-line pushed-right">
      <span aria-hidden="true">{parts.join(' ')}</span>
      <span className="visually-hidden">{versions.sizeOf(added, removed, changed)}</span>
    </span>
  )
}
