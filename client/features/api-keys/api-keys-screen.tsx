import './api-keys.css'
import { Button } from '@mui/joy'
import { Plus } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { DocsLink } from '#client/components/docs-link.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { matches } from '#client/components/fold-text.ts'
import { ListFrame, ListSkeleton, NoMatch } from '#client/components/list-frame.tsx'
import { FilterChip, ListToolbar } from '#client/components/list-toolbar.tsx'
import { Losses } from '#client/components/losses.tsx'
import { PageHeader } from '#client/components/page-header.tsx'
import { useRemoval } from '#client/components/use-removal.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { ApiKey } from '#shared/api-keys.ts'
import { CreatedDialog } from './created-dialog.tsx'
import { KeyDialog } from './key-dialog.tsx'
import { KeyTable } from './key-table.tsx'

type Open = { step: 'new' } | { step: 'edit'; key: ApiKey } | { step: 'created'; key: ApiKey }

export function ApiKeysScreen() {
  const { apiKeys: texts } = useTexts()
  const list = trpc.apiKeys.list.useQuery()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const toCreated = (key: ApiKey) => setOpen({ step: 'created', key })
  const add = (
    <Button startDecorator={<Plus size={16} />} onClick={() => setOpen({ step: 'new' })}>
      {texts.add}
    </Button>
  )

  return (
    <>
      <PageHeader title={texts.title} text={texts.text} action={list.data && list.data.length > 0 && add} />
      <AsyncView query={list} errorTitle={texts.loadFailed} skeleton={<ListSkeleton />}>
        {(keys) =>
          keys.length === 0 ? (
            <EmptyState
              picture={
                <code className="key-picture text-secondary backdrop-level1 round-sm pad-6-10 margin-bottom-16 inline-block">
                  ftk_…
                </code>
              }
              title={texts.emptyTitle}
              text={
                <>
                  {texts.emptyText} <DocsLink page="api#key" />
                </>
              }
              action={add}
            />
          ) : (
            <KeyList all={keys} onEdit={(key) => setOpen({ step: 'edit', key })} />
          )
        }
      </AsyncView>
      {open?.step === 'new' && <KeyDialog onCreated={toCreated} onClose={close} />}
      {open?.step === 'edit' && <KeyDialog apiKey={open.key} onCreated={toCreated} onClose={close} />}
      {open?.step === 'created' && <CreatedDialog apiKey={open.key} onClose={close} />}
    </>
  )
}

function KeyList({ all, onEdit }: { all: readonly ApiKey[]; onEdit: (key: ApiKey) => void }) {
  const { apiKeys: texts } = useTexts()
  const [query, setQuery] = useState('')
  const [isUnused, setUnused] = useState(false)
  const requested = useDeferredValue(query)
  const remove = useKeyRemoval()
  const unused = all.filter(({ lastUsedDate }) => lastUsedDate === null)
  const shown = (isUnused ? unused : all).filter(({ keyName }) => matches(keyName, requested))
  const clear = () => {
    setQuery('')
    setUnused(false)
  }
  return (
    <>
      <ListToolbar
        label={texts.search}
        query={query}
        onQuery={setQuery}
        count={texts.count(shown.length, all.length)}
      >
        <FilterChip
          label={texts.unused}
          count={unused.length}
          isOn={isUnused}
          onToggle={() => setUnused(!isUnused)}
        />
      </ListToolbar>
      {shown.length === 0 ? (
        <NoMatch title={texts.noMatch(query)} text={texts.noMatchText} onClear={clear} />
      ) : (
        <ListFrame>
          <KeyTable keys={shown} actions={{ edit: onEdit, remove }} />
        </ListFrame>
      )}
    </>
  )
}

function useKeyRemoval() {
  const { apiKeys: texts } = useTexts()
  const utils = trpc.useUtils()
  const deletion = trpc.apiKeys.remove.useMutation({ onSuccess: () => utils.apiKeys.invalidate() })
  const askAndRemove = useRemoval()

  return ({ id, keyName, chatFlows }: ApiKey) =>
    askAndRemove({
      title: texts.removeTitle(keyName),
      describe: () =>
        chatFlows.length === 0 ? (
          texts.removeFree
        ) : (
          <Losses text={texts.removeUsed} names={chatFlows.map(({ flowName }) => flowName)} />
        ),
      confirmButtonName: texts.remove,
      remove: () => deletion.mutateAsync({ id }),
      removed: texts.removed(keyName),
    })
}
