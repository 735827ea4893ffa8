import { Button, FormControl, FormHelperText, FormLabel, Input, Option, Select } from '@mui/joy'
import { X } from 'lucide-react'
import { useState } from 'react'
import { formatMoney } from '#client/components/format-money.ts'
import { numberFormat } from '#client/components/intl.ts'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { type ConversationFilter, type InboxStats, listSorts } from '#shared/conversations.ts'
import { filters, type InboxView, ranges } from './view/use-inbox-view.ts'
import { platformName } from './view/words.ts'

const chips = ['all', 'requested', 'unread', 'ai_off'] as const satisfies readonly ConversationFilter[]
const others = filters.filter((filter) => !(chips as readonly string[]).includes(filter))
const platforms = [
  'web',
  'embed',
  'api',
  'canvas',
  'schedule',
  'webhook',
  'mcp',
  'telegram',
  'whatsapp',
  'slack',
  'email',
]
const listbox = { sx: { zIndex: 1400 } }

type Props = { view: InboxView; stats: InboxStats | undefined }

export function FilterBar({ view, stats }: Props) {
  const { inbox } = useTexts()
  const { filter, change, range, rating, platform } = view
  const { filters: texts } = inbox
  const counts: Partial<Record<ConversationFilter, number | undefined>> = {
    requested: stats?.requested,
    unread: stats?.unread,
    ai_off: stats?.aiOff,
  }
  const isOther = others.includes(filter)
  return (
    <search className="inbox-filters row gap-8 surface line-below" aria-label={texts.label}>
      {chips.map((name) => (
        <button
          key={name}
          type="button"
          className="inbox-filter inline-row gap-6 rigid height-28 outlined pressable inherits-font text-13 surface text-primary"
          aria-pressed={filter === name}
          onClick={() => change({ filter: name === 'all' ? undefined : name })}
        >
          {texts.names[name]}
          {counts[name] ? <span className="tabular monospace text-12">{counts[name]}</span> : null}
        </button>
      ))}
      <Choice
        label={texts.more}
        value={isOther ? filter : ''}
        options={[['', texts.more], ...others.map((name) => [name, texts.names[name]] as const)]}
        onChange={(next) => change({ filter: next })}
      />
      <Choice
        label={texts.platform}
        value={platform ?? ''}
        options={[
          ['', texts.anyPlatform],
          ...[...new Set([...platforms, ...(platform ? [platform] : [])])].map(
            (name) => [name, platformName(name, inbox)] as const,
          ),
        ]}
        onChange={(next) => change({ platform: next })}
      />
      <Choice
        label={texts.dates}
        value={range}
        options={ranges.map((each) => [each, texts.ranges[each]] as const)}
        isActive={range !== 'month'}
        onChange={(next) => change({ range: next === 'month' ? undefined : next })}
      />
      {/* A search has an order of its own. */}
      {!view.search && (
        <Choice
          label={texts.sort}
          value={view.sort}
          options={listSorts.map((each) => [each, texts.sorts[each]] as const)}
          isActive={view.sort !== 'newest'}
          onChange={(next) => change({ sort: next === 'newest' ? undefined : next })}
        />
      )}
      {rating && (
        <button
          type="button"
          className="inbox-filter inline-row gap-6 rigid height-28 outlined pressable inherits-font text-13 surface text-primary"
          aria-pressed="true"
          onClick={() => change({ rating: undefined })}
        >
          {texts.ratings[rating]}
          <X size={13} aria-hidden />
        </button>
      )}
      <Stats view={view} stats={stats} />
    </search>
  )
}

type ChoiceProps<Value extends string> = {
  label: string
  value: Value
  options: readonly (readonly [Value, string])[]
  isActive?: boolean
  onChange: (value: Value | undefined) => void
}

function Choice<Value extends string>({
  label,
  value,
  options,
  isActive = value !== '',
  onChange,
}: ChoiceProps<Value>) {
  return (
    <Select
      size="sm"
      className="inbox-choice rigid"
      data-active={isActive || undefined}
      value={value}
      onChange={(_, next) => onChange(next || undefined)}
      slotProps={{ button: { 'aria-label': label }, listbox }}
    >
      {options.map(([name, text]) => (
        <Option key={name} value={name}>
          {text}
        </Option>
      ))}
    </Select>
  )
}

/** Two days that are applied together, so that one change makes one request. */
export function CustomDates({ view }: { view: InboxView }) {
  const { inbox } = useTexts()
  const { filters: texts } = inbox
  const [from, setFrom] = useState(view.from ?? '')
  const [to, setTo] = useState(view.to ?? '')
  const isWrong = from !== '' && to !== '' && from > to
  return (
    <form
      className="inbox-dates row wraps gap-12 surface line-below items-flex-end"
      onSubmit={(event) => {
        event.preventDefault()
        view.change({ from, to })
      }}
    >
      <FormControl error={isWrong}>
        <FormLabel>{texts.from}</FormLabel>
        <Input size="sm" type="date" value={from} onChange={({ target }) => setFrom(target.value)} />
      </FormControl>
      <FormControl error={isWrong}>
        <FormLabel>{texts.to}</FormLabel>
        <Input size="sm" type="date" value={to} onChange={({ target }) => setTo(target.value)} />
      </FormControl>
      <Button size="sm" type="submit" disabled={isWrong || from === '' || to === ''}>
        {texts.apply}
      </Button>
      {isWrong && (
        <FormControl error>
          <FormHelperText role="alert">{texts.wrongOrder}</FormHelperText>
        </FormControl>
      )}
    </form>
  )
}

function Stats({ view, stats }: Props) {
  const { inbox } = useTexts()
  const [language] = useLanguage()
  if (!stats) {
    return null
  }
  const count = (value: number, options?: Intl.NumberFormatOptions) =>
    numberFormat(language, options).format(value)
  const { sessions, messages, feedback, positive, medianAnswerMs, handedOver, cost } = stats
  const texts = inbox.stats
  const { change } = view
  const figures = [
    { figure: count(sessions), words: texts.sessions(sessions) },
    { figure: count(messages), words: texts.messages(messages) },
    {
      figure: feedback === 0 ? '–' : count(positive / feedback, { style: 'percent' }),
      words: feedback === 0 ? texts.unrated : texts.positive(count(feedback)),
      tone: feedback === 0 ? undefined : 'good',
      run: () => change({ rating: 'THUMBS_UP', filter: undefined }),
    },
    {
      figure:
        medianAnswerMs === null
          ? '–'
          : texts.seconds(count(medianAnswerMs / 1_000, { maximumSignificantDigits: 2 })),
      words: texts.median,
    },
    {
      figure: count(handedOver),
      words: texts.handedOver,
      tone: handedOver > 0 ? 'person' : undefined,
      run: () => change({ filter: 'operator' }),
    },
    { figure: formatMoney(cost, language), words: texts.cost },
  ]
  return (
    <ul className="inbox-stats unlisted unpadded flex pushed-right rigid" aria-label={texts.label}>
      {figures.map(({ figure, words, tone, run }) => {
        const inner = (
          <>
            <b className="monospace tabular text-14 line-18 semibold">{figure}</b>
            <span className="text-12 line-16 text-secondary">{words}</span>
          </>
        )
        return (
          <li key={words} data-tone={tone}>
            {run ? (
              <button
                type="button"
                className="inbox-stat stack no-background borderless inherits-font text-left inherits-color pressable"
                onClick={run}
              >
                {inner}
              </button>
            ) : (
              <span className="inbox-stat stack">{inner}</span>
            )}
          </li>
        )
      })}
    </ul>
  )
}
