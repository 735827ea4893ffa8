import './activity-list.css'
import { Button, Input, Option, Select } from '@mui/joy'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import { type AuditEntry, auditKinds } from '#shared/audit.ts'
import { AsyncView } from './async-view.tsx'
import { EmptyState } from './empty-state.tsx'
import { matches } from './fold-text.ts'
import { RelativeTime } from './relative-time.tsx'

export type ActivityKind = (typeof auditKinds)[number]

type Props = {
  query: {
    data: { pages: { items: AuditEntry[] }[] } | undefined
    error: unknown
    isPending: boolean
    refetch: () => unknown
    hasNextPage: boolean
    isFetchingNextPage: boolean
    fetchNextPage: () => unknown
  }
  kind: ActivityKind | undefined
  onKind: (kind: ActivityKind | undefined) => void
}

/** Newest entries first. The search filters loaded entries only; kinds are filtered on the server. */
export function ActivityList({ query, kind, onKind }: Props) {
  const { activity: texts } = useTexts().account
  const [search, setSearch] = useState('')
  const describe = useDescribe()
  return (
    <>
      <search className="activity-tools flex wraps gap-8">
        <Input
          type="search"
          aria-label={texts.search}
          placeholder={texts.search}
          startDecorator={<Search size={16} aria-hidden="true" />}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        <Select
          value={kind ?? 'all'}
          onChange={(_, next) => onKind(auditKinds.find((each) => each === next))}
          slotProps={{ button: { 'aria-label': texts.kind } }}
        >
          <Option value="all">{texts.all}</Option>
          {auditKinds.map((each) => (
            <Option key={each} value={each}>
              {texts.kinds[each]}
            </Option>
          ))}
        </Select>
      </search>
      <AsyncView query={query}>
        {({ pages }) => {
          const all = pages.flatMap(({ items }) => items)
          const found = all.filter((entry) => search === '' || matches(describe(entry).join(' '), search))
          return all.length === 0 ? (
            <EmptyState title={texts.none} text={texts.noneText} />
          ) : (
            <>
              {found.length === 0 ? (
                <EmptyState dashed title={texts.noMatch(search)} text={texts.noMatchText} />
              ) : (
                <ul className="activity unpadded unlisted" aria-label={texts.list}>
                  {found.map((entry) => (
                    <Entry key={entry.id} entry={entry} />
                  ))}
                </ul>
              )}
              {query.hasNextPage && (
                <Button
                  size="sm"
                  variant="outlined"
                  color="neutral"
                  className="activity-more"
                  disabled={query.isFetchingNextPage}
                  onClick={() => query.fetchNextPage()}
                >
                  {query.isFetchingNextPage ? texts.loading : texts.more}
                </Button>
              )}
            </>
          )
        }}
      </AsyncView>
    </>
  )
}

function Entry({ entry }: { entry: AuditEntry }) {
  const [action, ...rest] = useDescribe()(entry)
  return (
    <li className="grid line-18" data-kind={entry.kind}>
      <strong>{action}</strong>
      <RelativeTime iso={entry.createdDate} />
      <p className="flex wraps line-16">
        {rest.map((part) => (
          <span key={part}>{part}</span>
        ))}
      </p>
    </li>
  )
}

function useDescribe() {
  const { activity: texts } = useTexts().account
  return ({ action, actorName, onBehalfOf, subject, details, address }: AuditEntry) => {
    const by = onBehalfOf && onBehalfOf !== actorName ? texts.as(actorName, onBehalfOf) : texts.by(actorName)
    const isToOther = subject !== null && subject !== actorName && subject !== onBehalfOf
    return [
      texts.actions[action] ?? action,
      by,
      ...(isToOther ? [texts.to(subject)] : []),
      ...Object.entries(details).flatMap(inWords),
      ...(address ? [texts.from(address)] : []),
    ]
  }
}

function inWords([name, value]: [string, unknown]): string[] {
  if (Array.isArray(value)) {
    const between = name === 'role' ? ' → ' : ', '
    return value.every((each) => typeof each === 'string') ? [value.join(between)] : []
  }
  return typeof value === 'string' || typeof value === 'number' ? [String(value)] : []
}
