import '../stores.css'
import { Button, Checkbox, IconButton } from '@mui/joy'
import { ChevronLeft, ChevronRight, ListChecks } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { useConfirm } from '#client/components/confirm-dialog.tsx'
import { useCrumbs } from '#client/components/crumbs.ts'
import { EmptyState } from '#client/components/empty-state.tsx'
import { formatNumber } from '#client/components/format-money.ts'
import { NoMatch } from '#client/components/list-frame.tsx'
import { ListToolbar } from '#client/components/list-toolbar.tsx'
import { PageHeader } from '#client/components/page-header.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useUrlState } from '#client/components/use-url-state.ts'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { parseJson, toRecord } from '#shared/json.ts'
import { CHUNKS_PER_PAGE } from '#shared/stores.ts'
import { ChunkFacts } from '../parts/chunk-facts.tsx'
import { excerptOf, Highlighted, wordsOf } from '../parts/highlighted.tsx'
import type { StorePaths } from '../store-paths.ts'
import { ChunkPanel } from './chunk-panel.tsx'
import type { Chunk, ChunksPage } from './chunk-types.ts'

const PAUSE_MS = 250

type Props = {
  storeId: string
  /** Id of a source, or `all`. */
  sourceId: string
  paths: StorePaths
}

export function ChunksScreen({ storeId, sourceId, paths }: Props) {
  const { stores } = useTexts()
  const texts = stores.chunkList
  const [language] = useLanguage()
  const view = useChunksView()
  const [selected, setSelected] = useState<ReadonlySet<string>>()
  const query = trpc.stores.chunks.page.useQuery(
    { storeId, loaderId: sourceId, ref: view.page, ...(view.search && { search: view.search }) },
    { placeholderData: (before) => before },
  )
  const page = query.data
  const sourceName = page?.file?.name
  useCrumbs(
    page
      ? [
          { name: page.storeName, to: paths.store(storeId), kind: 'retriever' },
          { name: sourceName ?? texts.title, kind: 'document' },
        ]
      : [],
  )
  return (
    <>
      <PageHeader
        title={texts.title}
        text={
          page && (
            <>
              <Link className="text-link" to={paths.store(storeId)}>
                {page.storeName}
              </Link>
              {'. '}
              {texts.text(
                sourceName,
                formatNumber(page.count, language),
                page.count,
                formatNumber(page.characters, language),
              )}
            </>
          )
        }
        action={
          <div className="store-buttons flex wraps gap-8">
            <Button
              variant={selected ? 'soft' : 'outlined'}
              color={selected ? 'primary' : 'neutral'}
              aria-pressed={selected !== undefined}
              startDecorator={<ListChecks size={16} />}
              onClick={() => setSelected(selected ? undefined : new Set())}
            >
              {texts.select}
            </Button>
            {page?.file && (
              <Button
                variant="outlined"
                color="neutral"
                component={Link}
                to={paths.source(storeId, sourceId)}
              >
                {texts.settings}
              </Button>
            )}
          </div>
        }
      />
      <AsyncView query={query} errorTitle={texts.loadFailed}>
        {(found) => (
          <ChunkList
            storeId={storeId}
            page={found as ChunksPage}
            view={view}
            selected={selected}
            onSelect={setSelected}
            backTo={paths.store(storeId)}
          />
        )}
      </AsyncView>
    </>
  )
}

/** Search, page and the open chunk live in the URL. */
function useChunksView() {
  const { params, change } = useUrlState()
  const search = params.get('q') ?? ''
  const [typed, setTyped] = useState(search)
  // biome-ignore lint/correctness/useExhaustiveDependencies: searched once typing pauses
  useEffect(() => {
    const timer = setTimeout(() => {
      if (typed !== search) {
        change({ q: typed.trim(), page: undefined, chunk: undefined })
      }
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return {
    ...{ search, typed, setTyped },
    page: Math.max(1, Math.trunc(Number(params.get('page'))) || 1),
    chunk: params.get('chunk') ?? undefined,
    setPage: (page: number) => change({ page: page > 1 ? String(page) : undefined, chunk: undefined }),
    setChunk: (chunk: string | undefined) => change({ chunk }),
  }
}
type View = ReturnType<typeof useChunksView>

type ListProps = {
  storeId: string
  page: ChunksPage
  view: View
  selected: ReadonlySet<string> | undefined
  onSelect: (selected: ReadonlySet<string> | undefined) => void
  backTo: string
}

function ChunkList({ storeId, page, view, selected, onSelect, backTo }: ListProps) {
  const { stores } = useTexts()
  const texts = stores.chunkList
  const [language] = useLanguage()
  const { chunks, count } = page
  const from = (view.page - 1) * CHUNKS_PER_PAGE
  const place = chunks.findIndex(({ id }) => id === view.chunk)
  const open = chunks[place]
  const words = wordsOf(view.search)
  const figure = (number: number) => formatNumber(number, language)
  const toggle = (id: string) => {
    const next = new Set(selected)
    if (!next.delete(id)) {
      next.add(id)
    }
    onSelect(next)
  }

  return (
    <div className="chunk-view grid gap-20" data-open={open ? '' : undefined}>
      <div className="shrinks">
        <ListToolbar
          label={texts.search}
          query={view.typed}
          onQuery={view.setTyped}
          count={view.search ? texts.matches(figure(count), count) : ''}
        />
        {selected && <BulkBar storeId={storeId} page={page} selected={selected} onSelect={onSelect} />}
        {chunks.length === 0 ? (
          view.search ? (
            <NoMatch
              title={stores.noMatch(view.search)}
              text={texts.noMatchText}
              onClear={() => view.setTyped('')}
            />
          ) : (
            <EmptyState
              title={texts.emptyTitle}
              text={texts.emptyText}
              action={
                <Button component={Link} to={backTo} size="sm">
                  {texts.back}
                </Button>
              }
            />
          )
        ) : (
          <>
            <ul className="chunk-grid grid gap-12 unpadded unlisted" aria-label={texts.title}>
              {chunks.map((chunk) => (
                <ChunkCard
                  key={chunk.id}
                  chunk={chunk}
                  words={words}
                  isOpen={chunk.id === open?.id}
                  isSelected={selected?.has(chunk.id)}
                  onOpen={() => (selected ? toggle(chunk.id) : view.setChunk(chunk.id))}
                />
              ))}
            </ul>
            <nav className="row gap-8 margin-16-0-0 text-13 text-tertiary" aria-label={stores.pages}>
              <span className="pushed-left" role="status">
                {texts.showing(figure(from + 1), figure(from + chunks.length), figure(count))}
              </span>
              <IconButton
                size="sm"
                variant="plain"
                aria-label={stores.previous}
                disabled={view.page <= 1}
                onClick={() => view.setPage(view.page - 1)}
              >
                <ChevronLeft size={18} />
              </IconButton>
              <IconButton
                size="sm"
                variant="plain"
                aria-label={stores.following}
                disabled={from + chunks.length >= count}
                onClick={() => view.setPage(view.page + 1)}
              >
                <ChevronRight size={18} />
              </IconButton>
            </nav>
          </>
        )}
      </div>
      {open && (
        <ChunkPanel
          key={`${open.id} ${open.revision}`}
          storeId={storeId}
          chunk={open}
          before={chunks[place - 1]?.id}
          after={chunks[place + 1]?.id}
          onOpen={view.setChunk}
        />
      )}
    </div>
  )
}

type CardProps = {
  chunk: Chunk
  words: readonly string[]
  isOpen: boolean
  /** Undefined while nothing can be selected. */
  isSelected: boolean | undefined
  onOpen: () => void
}

function ChunkCard({ chunk, words, isOpen, isSelected, onOpen }: CardProps) {
  const { stores } = useTexts()
  const name = stores.chunkList.chunk(chunk.chunkNo)
  return (
    <li
      className="chunk-card relative surface outlined round-md"
      data-open={isOpen || isSelected || undefined}
    >
      <ChunkFacts
        number={chunk.chunkNo}
        text={chunk.pageContent}
        metadata={toRecord(parseJson(chunk.metadata))}
      >
        {chunk.revision > 1 && (
          <span className="chunk-size text-accent-soft backdrop-accent round-4">{stores.chunk.edited}</span>
        )}
      </ChunkFacts>
      <p className="chunk-text clamps text-13 line-20 breaks-anywhere">
        <Highlighted text={excerptOf(chunk.pageContent, words)} words={words} />
      </p>
      {isSelected === undefined ? (
        <button
          type="button"
          className="chunk-open plain-button absolute fills round-md"
          aria-label={name}
          aria-expanded={isOpen}
          onClick={onOpen}
        />
      ) : (
        <Checkbox
          className="chunk-check"
          size="sm"
          overlay
          checked={isSelected}
          slotProps={{ input: { 'aria-label': name } }}
          onChange={onOpen}
        />
      )}
    </li>
  )
}

type BulkProps = Pick<ListProps, 'storeId' | 'page' | 'onSelect'> & { selected: ReadonlySet<string> }

function BulkBar({ storeId, page, selected, onSelect }: BulkProps) {
  const { stores } = useTexts()
  const texts = stores.chunkList
  const toasts = useToasts()
  const errorText = useErrorText()
  const confirm = useConfirm()
  const utils = trpc.useUtils()
  const deletion = trpc.stores.chunks.removeMany.useMutation({
    async onSuccess({ deleted }) {
      onSelect(undefined)
      toasts.success(texts.deleted(deleted))
      await utils.stores.invalidate()
    },
    onError: (error) => toasts.error(errorText(error)),
  })
  async function remove() {
    const isConfirmed = await confirm({
      title: texts.deleteTitle(selected.size),
      description: texts.deleteText,
      confirmButtonName: texts.delete(selected.size),
      danger: true,
    })
    if (isConfirmed) {
      deletion.mutate({ storeId, ids: [...selected] })
    }
  }
  return (
    <div className="row wraps gap-8 margin-bottom-16 text-13">
      <span role="status">{texts.selected(selected.size)}</span>
      <Button
        size="sm"
        variant="outlined"
        color="neutral"
        onClick={() => onSelect(new Set(page.chunks.map(({ id }) => id)))}
      >
        {texts.selectAll}
      </Button>
      <Button
        size="sm"
        variant="outlined"
        color="danger"
        disabled={selected.size === 0 || deletion.isPending}
        onClick={() => void remove()}
      >
        {texts.delete(selected.size)}
      </Button>
    </div>
  )
}
