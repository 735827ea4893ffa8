import './credentials.css'
import { Button, Option, Select } from '@mui/joy'
import { Plus } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { useConnectModel } from '#client/components/connect-model.ts'
import { CredentialDialog } from '#client/components/credential-form/credential-dialog.tsx'
import {
  type CredentialKind,
  kindNamed,
  useKinds,
} from '#client/components/credential-form/credential-kinds.ts'
import { EmptyState } from '#client/components/empty-state.tsx'
import { matches } from '#client/components/fold-text.ts'
import { ListFrame, ListSkeleton, NoMatch } from '#client/components/list-frame.tsx'
import { FilterChip, ListToolbar } from '#client/components/list-toolbar.tsx'
import { PageHeader } from '#client/components/page-header.tsx'
import { useDefaultModel } from '#client/components/use-default-model.ts'
import { useTexts } from '#client/texts/texts.tsx'
import type { Credential } from '#shared/credentials.ts'
import { type Actions, CredentialTable, type Row } from './credential-table.tsx'
import { EditCredentialDialog } from './edit-credential-dialog.tsx'
import { GalleryDialog } from './gallery-dialog.tsx'
import { KindTile } from './kind-tile.tsx'
import { useCredentialActions } from './use-credential-actions.tsx'
import { useCredentialTests } from './use-credential-tests.ts'

type Open = { step: 'gallery' } | { step: 'new'; kind: CredentialKind } | { step: 'edit'; row: Row }

export function CredentialsScreen() {
  const { credentials: texts } = useTexts()
  const list = trpc.credentials.list.useQuery({})
  const [open, setOpen] = useState<Open>()
  const choose = () => setOpen({ step: 'gallery' })
  const isEmpty = list.data?.length === 0

  return (
    <>
      <PageHeader
        title={texts.title}
        text={texts.text}
        action={list.data && <HeaderButtons onAdd={isEmpty ? undefined : choose} />}
      />
      <AsyncView query={list} errorTitle={texts.loadFailed} skeleton={<ListSkeleton />}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState
              picture={<EmptyPicture />}
              title={texts.emptyTitle}
              text={texts.emptyText}
              action={<AddButton onClick={choose} />}
            />
          ) : (
            <CredentialList all={all} onEdit={(row) => setOpen({ step: 'edit', row })} />
          )
        }
      </AsyncView>
      {open && <OpenDialog open={open} onOpen={setOpen} />}
    </>
  )
}

function OpenDialog({ open, onOpen }: { open: Open; onOpen: (open: Open | undefined) => void }) {
  const close = () => onOpen(undefined)
  switch (open.step) {
    case 'gallery':
      return <GalleryDialog onChoose={(kind) => onOpen({ step: 'new', kind })} onClose={close} />
    case 'new':
      return <CredentialDialog kind={open.kind} onClose={close} onBack={() => onOpen({ step: 'gallery' })} />
    case 'edit':
      return <EditCredentialDialog credential={open.row} onClose={close} />
  }
}

function HeaderButtons({ onAdd }: { onAdd: (() => void) | undefined }) {
  const { credentials: texts, common } = useTexts()
  const connect = useConnectModel()
  const current = useDefaultModel()
  return (
    <div className="credentials-actions row wraps gap-8-12">
      {current && !current.isDemo && <span>{texts.defaultModel(current.model)}</span>}
      {connect && (
        <Button variant="outlined" color="neutral" onClick={connect}>
          {common.connectModel}
        </Button>
      )}
      {onAdd && <AddButton onClick={onAdd} />}
    </div>
  )
}

function AddButton({ onClick }: { onClick: () => void }) {
  const { credentials: texts } = useTexts()
  return (
    <Button startDecorator={<Plus size={16} />} onClick={onClick}>
      {texts.add}
    </Button>
  )
}

function EmptyPicture() {
  return (
    <div className="empty-tiles flex gap-8 margin-bottom-16" aria-hidden="true">
      <KindTile name="openAIApi" serves={['model']} />
      <KindTile name="qdrantApi" serves={['retriever']} />
      <KindTile name="braveSearchApi" serves={['tool']} />
    </div>
  )
}

type Filter = 'unused' | 'shared'

function CredentialList({ all, onEdit }: { all: readonly Credential[]; onEdit: (row: Row) => void }) {
  const { credentials: texts } = useTexts()
  const kinds = useKinds()
  const uses = trpc.credentials.uses.useQuery()
  const tests = useCredentialTests()
  const { remove, share } = useCredentialActions()
  const [query, setQuery] = useState('')
  const [type, setType] = useState('')
  const [filter, setFilter] = useState<Filter>()
  const requested = useDeferredValue(query)

  const rows = all.map(
    (each): Row => ({
      ...each,
      kind: kindNamed(kinds.data ?? [], each.credentialName),
      flows: uses.data?.find(({ id }) => id === each.id)?.flows.map(({ name }) => name) ?? [],
      state: tests.states[each.id],
    }),
  )
  const matchesFilter: Record<Filter, (row: Row) => boolean> = {
    unused: ({ flows }) => flows.length === 0,
    shared: ({ shared }) => shared,
  }
  const shown = rows.filter(
    (row) =>
      matches(`${row.name} ${row.kind.label}`, requested) &&
      (type === '' || row.credentialName === type) &&
      (!filter || matchesFilter[filter](row)),
  )
  const clear = () => {
    setQuery('')
    setType('')
    setFilter(undefined)
  }
  const actions: Actions = { edit: onEdit, test: tests.run, share, remove }
  const chip = (name: Filter, label: string) => (
    <FilterChip
      label={label}
      count={rows.filter(matchesFilter[name]).length}
      isOn={filter === name}
      onToggle={() => setFilter(filter === name ? undefined : name)}
    />
  )

  return (
    <>
      <ListToolbar
        label={texts.search}
        query={query}
        onQuery={setQuery}
        count={texts.count(shown.length, all.length)}
      >
        <TypeFilter rows={rows} value={type} onChange={setType} />
        {uses.data && chip('unused', texts.unused)}
        {chip('shared', texts.sharedFilter)}
      </ListToolbar>
      {shown.length === 0 ? (
        <NoMatch title={texts.noMatch(query)} text={texts.noMatchText} onClear={clear} />
      ) : (
        <ListFrame foot={texts.foot}>
          <CredentialTable rows={shown} actions={actions} />
        </ListFrame>
      )}
    </>
  )
}

type TypeProps = { rows: readonly Row[]; value: string; onChange: (type: string) => void }

function TypeFilter({ rows, value, onChange }: TypeProps) {
  const { credentials: texts } = useTexts()
  const kinds = new Map(rows.map(({ kind }) => [kind.name, kind.label]))
  return (
    <Select
      className="type-filter"
      value={value}
      onChange={(_, next) => onChange(next ?? '')}
      slotProps={{ button: { 'aria-label': texts.type } }}
    >
      <Option value="">{texts.anyType}</Option>
      {[...kinds].map(([name, label]) => (
        <Option key={name} value={name}>
          {label}
        </Option>
      ))}
    </Select>
  )
}
