import {
  Dropdown,
  IconButton,
  Input,
  ListDivider,
  Menu,
  MenuButton,
  MenuItem,
  Option,
  Select,
} from '@mui/joy'
import { Download, Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { numberFormat } from '#client/components/intl.ts'
import { SegmentedControl } from '#client/components/segmented-control.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { ALL_FLOWS } from '#shared/all-flows.ts'
import type { FlowSummary } from '#shared/flows.ts'
import { AlertMenu } from './alerts/alert-menu.tsx'
import { ConnectionDot } from './live/connection-state.tsx'
import { useInbox } from './live/inbox-context.tsx'
import { useExport, useRemoval } from './transfer/use-transfer.ts'
import type { InboxView } from './view/use-inbox-view.ts'

const SEARCH_MS = 250

type Flow = Pick<FlowSummary, 'id' | 'name'>
type Props = { view: InboxView; flows: readonly Flow[] }

export function InboxHead({ view, flows }: Props) {
  const { common, inbox } = useTexts()
  const isLeads = view.tab === 'leads'
  return (
    <header className="inbox-head row gap-8-12 wraps surface line-below">
      <h2 className="inbox-heading text-16 semibold">{inbox.title}</h2>
      <FlowChoice view={view} flows={flows} />
      {flows.length > 0 && (
        <SegmentedControl
          label={inbox.tabs.label}
          value={view.tab}
          options={[
            { value: 'inbox', label: inbox.tabs.inbox },
            { value: 'leads', label: inbox.tabs.leads },
          ]}
          onChange={(tab) => view.change({ tab: tab === 'leads' ? tab : undefined, q: undefined })}
        />
      )}
      <SearchField key={view.tab} view={view} label={isLeads ? inbox.leads.search : inbox.search} />
      <span className="inbox-head-end row gap-4 pushed-right">
        {!isLeads && <ConnectionDot />}
        {!isLeads && <AlertMenu />}
        {!isLeads && <TransferMenu view={view} flows={flows} />}
        <IconButton variant="plain" aria-label={common.close} title={common.close} onClick={view.close}>
          <X size={18} />
        </IconButton>
      </span>
    </header>
  )
}

/** Own flows, and those whose conversations a moderator sees. */
function FlowChoice({ view, flows }: Props) {
  const { inbox } = useTexts()
  const conversations = useInbox((state) => state.conversations)
  const seen = [...conversations.values()].map(({ flowId, flowName }) => [flowId, flowName] as const)
  const options = new Map([...seen, ...flows.map(({ id, name }) => [id, name] as const)])
  if (view.flowId && !options.has(view.flowId)) {
    options.set(view.flowId, '…')
  }
  return (
    <Select
      size="sm"
      className="inbox-choice inbox-flow"
      value={view.scope}
      onChange={(_, next) => view.change({ messages: next ?? ALL_FLOWS, chat: undefined, in: undefined })}
      slotProps={{
        button: { 'aria-label': inbox.flow },
        listbox: { sx: { zIndex: 1400, maxWidth: 'min(420px, 90vw)' } },
      }}
    >
      <Option value={ALL_FLOWS}>{inbox.allFlows}</Option>
      {[...options].map(([id, name]) => (
        <Option key={id} value={id}>
          {name}
        </Option>
      ))}
    </Select>
  )
}

function SearchField({ view, label }: { view: InboxView; label: string }) {
  const { common } = useTexts()
  const [text, setText] = useState(view.search ?? '')
  const field = useRef<HTMLInputElement>(null)
  const latest = useRef(view.change)
  latest.current = view.change
  const shown = view.search ?? ''
  useEffect(() => {
    const wait = setTimeout(() => text.trim() !== shown && latest.current({ q: text.trim() }), SEARCH_MS)
    return () => clearTimeout(wait)
  }, [text, shown])
  // Filters that are cleared elsewhere clear the field as well.
  const before = useRef(shown)
  useEffect(() => {
    if (shown === '' && before.current !== '') {
      setText('')
    }
    before.current = shown
  }, [shown])
  useSlashKey(field)

  return (
    <Input
      size="sm"
      className="inbox-search"
      type="search"
      startDecorator={<Search size={15} />}
      endDecorator={
        text === '' ? (
          <kbd className="inbox-wide pad-0-6 code-11 text-tertiary outlined round-xs">/</kbd>
        ) : (
          <IconButton size="sm" variant="plain" aria-label={common.clearFilters} onClick={() => setText('')}>
            <X size={14} />
          </IconButton>
        )
      }
      placeholder={label}
      value={text}
      onChange={({ target }) => setText(target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && text !== '') {
          event.stopPropagation()
          setText('')
        }
      }}
      slotProps={{ input: { ref: field, 'aria-label': label } }}
    />
  )
}

function useSlashKey(field: { current: HTMLInputElement | null }) {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const isInField = event.target instanceof Element && event.target.closest('input, textarea')
      if (event.key === '/' && !isInField) {
        event.preventDefault()
        field.current?.focus()
      }
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [field])
}

function TransferMenu({ view, flows }: Props) {
  const { inbox } = useTexts()
  const [language] = useLanguage()
  const { run, count } = useExport(view)
  const { removeMatching } = useRemoval(view)
  const own = new Set(flows.map(({ id }) => id))
  return (
    <>
      <span className="text-12 text-secondary" role="status">
        {count !== undefined && inbox.export.running(numberFormat(language).format(count))}
      </span>
      <Dropdown>
        <MenuButton
          slots={{ root: IconButton }}
          slotProps={{ root: { variant: 'plain', color: 'neutral', title: inbox.export.open } }}
          aria-label={inbox.export.open}
        >
          <Download size={17} />
        </MenuButton>
        <Menu placement="bottom-end" sx={{ minWidth: 200, zIndex: 1400 }}>
          <MenuItem disabled={count !== undefined} onClick={() => run('json')}>
            {inbox.export.json}
          </MenuItem>
          <MenuItem disabled={count !== undefined} onClick={() => run('csv')}>
            {inbox.export.csv}
          </MenuItem>
          {own.size > 0 && <ListDivider />}
          {own.size > 0 && (
            <MenuItem color="danger" onClick={() => removeMatching(({ flowId }) => own.has(flowId))}>
              {inbox.remove.filtered}
            </MenuItem>
          )}
        </Menu>
      </Dropdown>
    </>
  )
}
