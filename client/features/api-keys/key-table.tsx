import { ChevronDown, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { type Column, DataTable } from '#client/components/data-table.tsx'
import { ReceiptLine } from '#client/components/receipt.tsx'
import { RelativeTime } from '#client/components/relative-time.tsx'
import { RowMenu } from '#client/components/row-menu.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { type ApiKey, permissions } from '#shared/api-keys.ts'
import { actOf, groupPermissions } from './permission-tree.ts'

type Actions = { edit: (key: ApiKey) => void; remove: (key: ApiKey) => void }
type Props = { keys: readonly ApiKey[]; actions: Actions }

export function KeyTable({ keys, actions }: Props) {
  const { apiKeys: texts } = useTexts()
  const { columns } = texts
  const [language] = useLanguage()
  const [open, setOpen] = useState<string>()
  const flowsButton = (key: ApiKey) => (
    <FlowsButton
      apiKey={key}
      isOpen={open === key.id}
      onToggle={(id) => setOpen(open === id ? undefined : id)}
    />
  )
  return (
    <DataTable
      label={texts.tableLabel}
      columns={useColumns(actions, flowsButton)}
      rows={keys}
      keyOf={({ id }) => id}
      sortedBy="created"
      language={language}
      minWidth={880}
      details={(key) => open === key.id && key.chatFlows.length > 0 && <BoundFlows apiKey={key} />}
      phone={(key) => (
        <div className="row-card grid gap-4-8 items-start">
          <Name apiKey={key} onOpen={actions.edit} />
          <Menu apiKey={key} actions={actions} />
          <dl>
            <ReceiptLine label={columns.key} value={key.apiKey} />
            <ReceiptLine label={columns.permissions} value={<Permissions apiKey={key} />} />
            <ReceiptLine label={columns.flows} value={flowsButton(key)} />
            <ReceiptLine label={columns.used} value={<LastUsed apiKey={key} />} />
          </dl>
        </div>
      )}
    />
  )
}

function useColumns(actions: Actions, flows: Column<ApiKey>['cell']): Column<ApiKey>[] {
  const { columns } = useTexts().apiKeys
  return [
    {
      id: 'name',
      head: columns.name,
      sort: ({ keyName }) => keyName,
      cell: (key) => <Name apiKey={key} onOpen={actions.edit} />,
    },
    {
      id: 'key',
      head: columns.key,
      width: 136,
      cell: ({ apiKey }) => <span className="row-mono row-quiet text-tertiary">{apiKey}</span>,
    },
    {
      id: 'permissions',
      head: columns.permissions,
      width: 132,
      cell: (key) => <Permissions apiKey={key} />,
    },
    {
      id: 'flows',
      head: columns.flows,
      width: 104,
      isNumber: true,
      sort: ({ chatFlows }) => chatFlows.length,
      cell: flows,
    },
    {
      id: 'used',
      head: columns.used,
      width: 132,
      sort: ({ lastUsedDate }) => -Date.parse(lastUsedDate ?? '1970-01-01'),
      cell: (key) => <LastUsed apiKey={key} />,
    },
    {
      id: 'created',
      head: columns.created,
      width: 124,
      sort: ({ createdDate }) => -Date.parse(createdDate),
      cell: ({ createdDate }) => <RelativeTime iso={createdDate} />,
    },
    {
      id: 'actions',
      head: '',
      width: 72,
      cell: (key) => (
        <div className="row-actions">
          <Menu apiKey={key} actions={actions} />
        </div>
      ),
    },
  ]
}

function Name({ apiKey, onOpen }: { apiKey: ApiKey; onOpen: (key: ApiKey) => void }) {
  return (
    <button type="button" className="row-link underlined-on-hover" onClick={() => onOpen(apiKey)}>
      {apiKey.keyName}
    </button>
  )
}

function Menu({ apiKey, actions }: { apiKey: ApiKey; actions: Actions }) {
  const { apiKeys: texts, common } = useTexts()
  return (
    <RowMenu
      label={texts.menu(apiKey.keyName)}
      actions={[
        { label: common.edit, run: () => actions.edit(apiKey) },
        { label: common.delete, run: () => actions.remove(apiKey), danger: true },
      ]}
    />
  )
}

function Permissions({ apiKey }: { apiKey: ApiKey }) {
  const { apiKeys: texts } = useTexts()
  const count = permissions.filter((each) => apiKey.permissions.includes(each)).length
  const title = groupPermissions(apiKey.permissions)
    .map(({ name, permissions: some }) => {
      const acts = some.map((each) => texts.acts[actOf(each)] ?? actOf(each)).join(', ')
      return `${texts.groups[name] ?? name}: ${acts}`
    })
    .join('\n')
  return (
    <span title={title}>
      {count === permissions.length ? texts.all : texts.permissionCount(count, permissions.length)}
    </span>
  )
}

function LastUsed({ apiKey: { lastUsedDate } }: { apiKey: ApiKey }) {
  const { never } = useTexts().apiKeys
  return lastUsedDate ? (
    <RelativeTime iso={lastUsedDate} />
  ) : (
    <span className="row-quiet text-tertiary">{never}</span>
  )
}

type FlowsProps = { apiKey: ApiKey; isOpen: boolean; onToggle: (id: string) => void }

function FlowsButton({ apiKey: { id, keyName, chatFlows }, isOpen, onToggle }: FlowsProps) {
  const { apiKeys: texts } = useTexts()
  if (chatFlows.length === 0) {
    return <span className="row-quiet text-tertiary">0</span>
  }
  return (
    <button
      type="button"
      className="key-flows inline-row gap-4 inherits-font no-background outlined round-sm pressable inherits-color pad-0-6 min-height-28"
      aria-expanded={isOpen}
      aria-label={texts.showFlows(keyName, chatFlows.length)}
      onClick={() => onToggle(id)}
    >
      {chatFlows.length}
      {isOpen ? <ChevronDown size={14} /> : <ChevronRight size={14} />}
    </button>
  )
}

function BoundFlows({ apiKey: { chatFlows } }: { apiKey: ApiKey }) {
  const { apiKeys: texts } = useTexts()
  return (
    <div className="bound-flows text-13">
      <strong className="text-12 medium text-secondary">{texts.boundFlows}</strong>
      <ul className="unpadded unlisted margin-6-0-0">
        {chatFlows.map(({ flowName, category, updatedDate }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two flows may have one name
          <li className="grid gap-12" key={place}>
            <span>{flowName}</span>
            <small className="text-tertiary">{category.replaceAll(';', ', ')}</small>
            <RelativeTime iso={updatedDate} />
          </li>
        ))}
      </ul>
    </div>
  )
}
