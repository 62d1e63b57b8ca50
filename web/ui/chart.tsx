// A plot over time, drawn by uPlot. Drag over it to choose a range.
import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import { colourOf } from './browser/colour.ts'
// oxlint-disable-next-line import/no-unassigned-import -- a style sheet
import 'uplot/dist/uPlot.min.css'
import styles from './chart.module.css'

export interface Series {
  readonly name: string
  /** A token, `--bad`. */
  readonly colour: string
  readonly values: readonly (number | null)[]
  readonly drawn?: 'bars' | 'line' | 'area'
  /** Values that are read out where others are drawn, as those of one layer of a stack. */
  readonly readOut?: readonly (number | null)[]
}

export interface ChartProps {
  /** Says what the plot shows, to those who do not see it too. */
  readonly name: string
  /** Seconds since 1970. */
  readonly times: readonly number[]
  readonly series: readonly Series[]
  readonly heightPx: number
  readonly format: (value: number) => string
  readonly onRange?: (bounds: { readonly oldest: number; readonly newest: number }) => void
  readonly axes?: boolean
  /** Seconds: the plot spans these, whether or not there are values. */
  readonly from: number
  readonly to: number
  readonly bucketSeconds: number
  /** Many series: what the pointer is at is shown over the plot, and nothing otherwise. */
  readonly isCrowded?: boolean
}

function withAlpha(colour: string, alpha: number): string {
  return colour.replace(/\)$/, ` / ${alpha})`).replace(/^rgb\((\d+), (\d+), (\d+) \//, 'rgb($1 $2 $3 /')
}

function seriesOptions(
  place: HTMLElement,
  series: readonly Series[],
  format: ChartProps['format'],
): uPlot.Series[] {
  return [
    {
      label: 'Time',
      value: (_, at) =>
        at === null
          ? ''
          : new Date(at * 1000).toLocaleString('en', {
              month: 'short',
              day: 'numeric',
              hour: '2-digit',
              minute: '2-digit',
              hour12: false,
            }),
    },
    ...series.map(({ name, colour, drawn = 'bars', readOut }): uPlot.Series => {
      const stroke = colourOf(place, colour)
      const bars = uPlot.paths.bars?.({ size: [0.72, 24], align: 1, radius: 0.12 })
      return {
        label: name,
        stroke,
        width: drawn === 'bars' ? 0 : 1.5,
        ...(drawn === 'line' ? {} : { fill: drawn === 'bars' ? stroke : withAlpha(stroke, 0.12) }),
        ...(drawn === 'bars' && bars !== undefined ? { paths: bars } : {}),
        points: {
          show: drawn !== 'bars' && series[0]?.values.filter((value) => value !== null).length === 1,
        },
        value: (_, drawnValue, __, at) => {
          const value = readOut === undefined || at === null ? drawnValue : (readOut[at] ?? null)
          return value === null ? '' : format(value)
        },
      }
    }),
  ]
}

/** What would be cut at the edge is not written. */
const halfLabelPx = 18

/** One line each: the hour within a day, the day at its beginning. */
const timeTicks = (plot: uPlot, ticks: readonly number[]): string[] =>
  ticks.map((tick) => {
    const left = plot.valToPos(tick, 'x')
    const atEdge = left + plot.bbox.left / devicePixelRatio < halfLabelPx
    if (atEdge) return ''
    const at = new Date(tick * 1000)
    const isMidnight = at.getHours() === 0 && at.getMinutes() === 0
    return isMidnight
      ? at.toLocaleDateString('en', { month: 'short', day: 'numeric' })
      : at.toLocaleTimeString('en', { hour: '2-digit', minute: '2-digit', hour12: false })
  })

function axesOf(place: HTMLElement, format: ChartProps['format'], shown: boolean): uPlot.Axis[] {
  const stroke = colourOf(place, '--ink-faint')
  const grid = { stroke: colourOf(place, '--line'), width: 1 }
  const font = '11px "Inter Variable", sans-serif'
  return [
    {
      stroke,
      font,
      grid: { show: false },
      ticks: { show: false },
      space: 88,
      size: 22,
      gap: 4,
      values: timeTicks,
    },
    {
      show: shown,
      stroke,
      font,
      grid,
      ticks: { show: false },
      size: 52,
      gap: 4,
      space: 32,
      values: (_, ticks) => ticks.map((tick) => (tick === null ? '' : format(tick))),
    },
  ]
}

function draw(
  place: HTMLElement,
  props: ChartProps,
  onRange: (range: readonly [number, number]) => void,
): uPlot {
  const data = [[...props.times], ...props.series.map(({ values }) => [...values])] as uPlot.AlignedData
  return new uPlot(
    {
      width: Math.max(60, place.clientWidth),
      height: props.heightPx,
      padding: [props.isCrowded === true ? 8 : 22, 8, 0, props.axes === false ? 8 : 0],
      legend: { show: true, live: true },
      cursor: {
        drag: { x: true, y: false, setScale: false },
        points: { show: props.series.some(({ drawn }) => drawn !== 'bars') },
        y: false,
      },
      scales: {
        x: { time: true, range: [props.from, props.to] },
        y: { range: (_, __, most) => [0, most === null || most <= 0 ? 1 : most * 1.08] },
      },
      axes: axesOf(place, props.format, props.axes !== false),
      series: seriesOptions(place, props.series, props.format),
      hooks: {
        setSelect: [
          (plot) => {
            const { left, width } = plot.select
            if (width < 4) return
            onRange([plot.posToVal(left, 'x'), plot.posToVal(left + width, 'x')])
            plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
          },
        ],
      },
    },
    data,
    place,
  )
}

export function Chart(props: ChartProps) {
  const place = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  const { times, series, heightPx, from, to } = props
  useEffect(() => {
    const element = place.current
    if (element === null) return
    const drawn = (): uPlot =>
      draw(element, latest.current, ([start, end]) =>
        latest.current.onRange?.({ oldest: start * 1000, newest: end * 1000 }),
      )
    let plot = drawn()
    const redraw = (): void => {
      plot.destroy()
      plot = drawn()
    }
    const resized = new ResizeObserver(() =>
      plot.setSize({ width: Math.max(60, element.clientWidth), height: heightPx }),
    )
    resized.observe(element)
    // Colours are drawn, not styled: another theme is another drawing.
    const themed = new MutationObserver(redraw)
    themed.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    const system = window.matchMedia('(prefers-color-scheme: dark)')
    system.addEventListener('change', redraw)
    return () => {
      plot.destroy()
      resized.disconnect()
      themed.disconnect()
      system.removeEventListener('change', redraw)
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- `draw` reads them from `latest`
  }, [times, series, heightPx, from, to])
  return (
    <figure className={styles['chart']} aria-label={props.name} data-crowded={props.isCrowded}>
      <div ref={place} style={{ minHeight: heightPx }} />
    </figure>
  )
}
