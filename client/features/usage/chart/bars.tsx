import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { formatMoney } from '#client/components/format-money.ts'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { formatDay, formatWeekday } from '../figures.ts'
import type { Day, Series } from './arrange-series.ts'
import { decimalsOf, isInSight, namedDays, ticksFor } from './scale.ts'

const HEIGHT = 230
const TOP = 34
const GROUND = HEIGHT - 30
const MIN_PITCH = 22
const MAX_BAR = 44
/** Px per character of the axis labels, which are monospaced. */
const FIGURE_WIDTH = 7

type Props = {
  days: Day[]
  series: Series[]
  /** Limit in dollars per day. */
  cap: number | null
  today: string
  chosen: number
  onChoose: (place: number) => void
}

/** Stacked bars, one per day. Plain SVG: thirty rectangles do not justify a chart library. */
export function Bars({ days, series, cap, today, chosen, onChoose }: Props) {
  const { usage } = useTexts()
  const [language] = useLanguage()
  const scroller = useRef<HTMLDivElement>(null)
  const shownWidth = useWidth(scroller, 780)
  const pitch = Math.max(MIN_PITCH, shownWidth / days.length)
  const width = pitch * days.length
  const largest = Math.max(0, ...days.map(({ total }) => total))
  const drawnCap = cap !== null && isInSight(cap, largest) ? cap : undefined
  const ticks = ticksFor(Math.max(largest, drawnCap ?? 0))
  const heightOf = (cost: number) => ((GROUND - TOP) * cost) / (ticks.at(-1) ?? 1)
  const chosenDay = days[chosen]

  // Scrolls to the newest days. A day chosen by keyboard must not stay out of sight.
  useLayoutEffect(() => {
    scroller.current?.scrollTo({ left: width })
  }, [width])
  useLayoutEffect(() => {
    const { current } = scroller
    const place = chosen * pitch
    if (current && (place < current.scrollLeft || place + pitch > current.scrollLeft + current.clientWidth)) {
      current.scrollTo({ left: place - current.clientWidth / 2 })
    }
  }, [chosen, pitch])

  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextDay(event.key, chosen, days.length - 1)
    if (next !== undefined) {
      event.preventDefault()
      onChoose(next)
    }
  }
  const choosePointed = ({ clientX, currentTarget }: PointerEvent<Element>) => {
    const place = Math.floor((clientX - currentTarget.getBoundingClientRect().left) / pitch)
    onChoose(Math.min(days.length - 1, Math.max(0, place)))
  }

  return (
    <>
      <Axis ticks={ticks} heightOf={heightOf} cap={drawnCap} />
      <div className="bars-scroller grows shrinks" ref={scroller}>
        <div
          className="bars round-sm"
          role="slider"
          tabIndex={0}
          aria-label={usage.chart.label}
          aria-valuemin={0}
          aria-valuemax={days.length - 1}
          aria-valuenow={chosen}
          aria-valuetext={
            chosenDay &&
            usage.chart.valueText(
              formatWeekday(chosenDay.day, language),
              formatMoney(chosenDay.total, language),
            )
          }
          style={{ width }}
          onKeyDown={onKeyDown}
          onPointerMove={(event) => event.pointerType === 'mouse' && choosePointed(event)}
          onPointerDown={choosePointed}
        >
          <svg className="block" width={width} height={HEIGHT} aria-hidden="true">
            {ticks.map((tick) => (
              <line key={tick} className="bars-line" x2={width} {...level(GROUND - heightOf(tick))} />
            ))}
            <rect
              className="bars-chosen"
              x={chosen * pitch + (pitch - barWidth(pitch)) / 2 - 2.5}
              width={barWidth(pitch) + 5}
              y={TOP + 4}
              height={GROUND - TOP - 4}
              rx={3}
            />
            {days.map((day, place) => (
              <Bar
                key={day.day}
                day={day}
                series={series}
                x={place * pitch + (pitch - barWidth(pitch)) / 2}
                width={barWidth(pitch)}
                heightOf={heightOf}
              />
            ))}
            {drawnCap !== undefined && (
              <line className="bars-cap" x2={width} {...level(GROUND - heightOf(drawnCap))} />
            )}
            {namedDays(days.length, pitch).map((place) => (
              <text
                key={place}
                className="bars-text text-12"
                y={HEIGHT - 10}
                {...anchor(place, days.length, pitch)}
              >
                {days[place]?.day === today
                  ? usage.chart.today
                  : formatDay(days[place]?.day ?? today, language)}
              </text>
            ))}
          </svg>
        </div>
      </div>
      {cap !== null && (
        <span
          className="bars-cap-word absolute text-12 line-16 untouchable text-warning"
          style={{ top: drawnCap === undefined ? 0 : GROUND - heightOf(drawnCap) - 19 }}
        >
          {drawnCap === undefined ? usage.chart.capAbove(formatMoney(cap, language)) : usage.chart.cap}
        </span>
      )}
    </>
  )
}

type AxisProps = { ticks: number[]; heightOf: (cost: number) => number; cap: number | undefined }

/** Rendered outside the scroll container, so that the labels stay visible. */
function Axis({ ticks, heightOf, cap }: AxisProps) {
  const [language] = useLanguage()
  const figures = ticks.map((tick) => formatMoney(tick, language, decimalsOf(ticks)))
  const width = Math.max(56, 18 + FIGURE_WIDTH * Math.max(...figures.map(({ length }) => length)))
  return (
    <svg className="bars-axis rigid" width={width} height={HEIGHT} aria-hidden="true">
      {ticks.map((tick, place) => (
        <text
          key={tick}
          className="bars-text text-12 monospace tabular"
          data-cap={tick === cap || undefined}
          x={width - 10}
          y={GROUND - heightOf(tick) + 4}
          textAnchor="end"
        >
          {figures[place]}
        </text>
      ))}
    </svg>
  )
}

type BarProps = {
  day: Day
  series: Series[]
  x: number
  width: number
  heightOf: (cost: number) => number
}

function Bar({ day, series, x, width, heightOf }: BarProps) {
  let top = GROUND
  return series.map(({ key, tone }, place) => {
    const height = heightOf(day.costs[place] ?? 0)
    top -= height
    // A gap of one pixel between parts, except for parts of about one pixel.
    return height === 0 ? null : (
      <rect
        key={key}
        className="bars-part"
        data-tone={tone}
        x={x}
        y={top}
        width={width}
        height={Math.max(height > 2 ? height - 1 : height, 0.5)}
        rx={1}
      />
    )
  })
}

const barWidth = (pitch: number) => Math.min(MAX_BAR, Math.round(pitch * 0.66))
const level = (y: number) => ({ y1: Math.round(y) + 0.5, y2: Math.round(y) + 0.5 })

/** The first and last labels are aligned inwards to avoid clipping. */
function anchor(place: number, count: number, pitch: number) {
  if (pitch > 60 || (place > 0 && place < count - 1)) {
    return { x: (place + 0.5) * pitch, textAnchor: 'middle' as const }
  }
  return place === 0
    ? { x: 0, textAnchor: 'start' as const }
    : { x: count * pitch, textAnchor: 'end' as const }
}

function nextDay(key: string, place: number, last: number): number | undefined {
  const steps: Record<string, number> = {
    ArrowLeft: place - 1,
    ArrowDown: place - 1,
    ArrowRight: place + 1,
    ArrowUp: place + 1,
    PageUp: place - 7,
    PageDown: place + 7,
    Home: 0,
    End: last,
  }
  const next = steps[key]
  return next === undefined ? undefined : Math.min(last, Math.max(0, next))
}

/** Observed width of an element; `usual` until it is measured. */
function useWidth(element: RefObject<HTMLElement | null>, defaults: number): number {
  const [width, setWidth] = useState(defaults)
  useLayoutEffect(() => {
    const { current } = element
    if (!current) {
      return
    }
    const measure = () => setWidth(current.clientWidth || defaults)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [element, defaults])
  return width
}
