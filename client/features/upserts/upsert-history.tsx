import './upserts.css'
import { Button, FormControl, FormHelperText, FormLabel, Input } from '@mui/joy'
import { Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { useConfirm } from '#client/components/confirm-dialog.tsx'
import { Dialog } from '#client/components/dialog.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { formatNumber } from '#client/components/format-money.ts'
import { FilterChip } from '#client/components/list-toolbar.tsx'
import { Money } from '#client/components/money.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import type { UpsertSubject } from '#client/components/upsert-context.ts'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { DAY_MS } from '#shared/dates.ts'
import { type UpsertView, upsertStatuses } from '#shared/upserts.ts'
import { isRunning, UpsertRows, useSelection } from './upsert-rows.tsx'

const POLL_MS = 2_000
const DAYS = 30

type Status = UpsertView['status']

type Props = { subject: UpsertSubject; upsertNow?: () => void; onClose: () => void }

/** The upserts of a flow or store: filtered by day and status, repeated and deleted. */
export function UpsertHistory({ subject, upsertNow, onClose }: Props) {
  const { history: texts } = useTexts().upserts
  const [days, setDays] = useState(() => ({ from: dayOf(Date.now() - DAYS * DAY_MS), to: dayOf(Date.now()) }))
  const [status, setStatus] = useState<Status>()
  const isSound = days.from <= days.to
  const range = useMemo(() => (isSound ? rangeOf(days) : undefined), [days, isSound])
  const query = trpc.upsert.list.useQuery(
    { subjectId: subject.id, ...range },
    {
      enabled: range !== undefined,
      placeholderData: (before) => before,
      refetchInterval: ({ state }) => (state.data?.some(isRunning) ? POLL_MS : false),
    },
  )
  const rows = query.data ?? []
  const selection = useSelection(rows)
  const shown = rows.filter((row) => status === undefined || row.status === status)

  return (
    <Dialog
      title={texts.title}
      description={subject.name}
      size="xl"
      flush
      onClose={onClose}
      footer={rows.length > 0 && <Summary rows={shown} />}
    >
      <div className="upsert-days row wraps gap-8-12">
        {(['from', 'to'] as const).map((end) => (
          <FormControl key={end} orientation="horizontal" error={!isSound} className="row gap-8">
            <FormLabel className="flush">{texts[end]}</FormLabel>
            <Input
              size="sm"
              type="date"
              value={days[end]}
              onChange={({ target }) => target.value && setDays({ ...days, [end]: target.value })}
            />
          </FormControl>
        ))}
        {upsertStatuses.map((each) => (
          <FilterChip
            key={each}
            label={texts.statuses[each]}
            count={rows.filter((row) => row.status === each).length}
            isOn={status === each}
            onToggle={() => setStatus(status === each ? undefined : each)}
          />
        ))}
        {!isSound && (
          <FormControl error>
            <FormHelperText role="alert">{texts.wrongRange}</FormHelperText>
          </FormControl>
        )}
        <DeleteSelected ids={selection.ids} onDeleted={selection.clear} />
      </div>
      <AsyncView query={query} errorTitle={texts.loadFailed}>
        {() =>
          shown.length === 0 ? (
            <div className="pad-24">
              <EmptyState
                dashed={rows.length > 0}
                title={rows.length > 0 ? texts.noMatch : texts.empty}
                text={rows.length > 0 ? undefined : texts.emptyText}
                action={
                  rows.length === 0 &&
                  upsertNow && (
                    <Button
                      onClick={() => {
                        onClose()
                        upsertNow()
                      }}
                    >
                      {texts.upsertNow}
                    </Button>
                  )
                }
              />
            </div>
          ) : (
            <UpsertRows rows={shown} subject={subject} selection={selection} />
          )
        }
      </AsyncView>
    </Dialog>
  )
}

function DeleteSelected({ ids, onDeleted }: { ids: string[]; onDeleted: () => void }) {
  const { common, upserts } = useTexts()
  const { history: texts } = upserts
  const confirm = useConfirm()
  const toasts = useToasts()
  const errorText = useErrorText()
  const utils = trpc.useUtils()
  const removal = trpc.upsert.remove.useMutation({
    onSuccess: onDeleted,
    onError: (error) => toasts.error(errorText(error)),
    onSettled: () => utils.upsert.list.invalidate(),
  })
  if (ids.length === 0) {
    return null
  }
  async function remove() {
    const isAgreed = await confirm({
      title: texts.deleteTitle(ids.length),
      description: texts.deleteText,
      confirmButtonName: common.delete,
      danger: true,
    })
    if (isAgreed) {
      removal.mutate({ ids })
    }
  }
  return (
    <span className="row gap-10 pushed-right">
      <span className="text-13" role="status">
        {texts.selected(ids.length)}
      </span>
      <Button
        size="sm"
        variant="outlined"
        color="danger"
        startDecorator={<Trash2 size={14} />}
        loading={removal.isPending}
        onClick={() => void remove()}
      >
        {common.delete}
      </Button>
    </span>
  )
}

function Summary({ rows }: { rows: readonly UpsertView[] }) {
  const { history: texts } = useTexts().upserts
  const [language] = useLanguage()
  const sum = (name: 'numAdded' | 'numUpdated' | 'numDeleted') =>
    formatNumber(
      rows.reduce((total, { counts }) => total + (counts?.[name] ?? 0), 0),
      language,
    )
  const cost = rows.reduce((total, { costMicro }) => total + costMicro, 0)
  return (
    <div className="row wraps spread gap-12 text-13 text-secondary full-width">
      <span>{texts.summary(rows.length, sum('numAdded'), sum('numUpdated'), sum('numDeleted'))}</span>
      <span>
        {texts.total} <Money dollars={cost / 1_000_000} />
      </span>
    </div>
  )
}

/** `2026-11-20`, in the zone of the browser. */
function dayOf(ms: number): string {
  const date = new Date(ms)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

function rangeOf({ from, to }: { from: string; to: string }) {
  return {
    from: new Date(`${from}T00:00:00`).toISOString(),
    to: new Date(`${to}T23:59:59.999`).toISOString(),
  }
}
