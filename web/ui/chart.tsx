// A plot over time with uPlot. Dragging over it selects a range.
import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import { colourOf } from './browser/colour.ts'
// oxlint-disable-next-line import/no-unassigned-import -- a style sheet
import 'uplot/dist/uPlot.min.css'
import styles from './chart.module.css'

export interface Series {
  readonly name: string
  /** A colour token such as `--bad`. */
  readonly colour: string
  readonly values: readonly (number | null)[]
  readonly shape?: 'bars' | 'line' | 'area'
  /** Values for the legend if they differ from the plotted ones, as in a stacked plot. */
  readonly legendValues?: readonly (number | null)[]
}

export interface ChartProps {
  /** The accessible name. */
  readonly name: string
  /** The times in seconds since 1970. */
  readonly times: readonly number[]
  readonly series: readonly Series[]
  readonly heightPx: number
  readonly format: (value: number) => string
  readonly onRange?: (bounds: { readonly oldest: number; readonly newest: number }) => void
  readonly hasAxes?: boolean
  /** The range in seconds since 1970. The plot spans it even without values. */
  readonly from: number
  readonly to: number
  readonly bucketSeconds: number
  /** Whether there are many series: then values appear only for the series under the pointer. */
  readonly isCrowded?: boolean
}

function withAlpha(colour: string, alpha: number): string {
  return colour.replace(/\)$/, ` / ${alpha})`).replace(/^rgb\((\d+), (\d+), (\d+) \//, 'rgb($1 $2 $3 /')
}

function seriesOptions(
  parent: HTMLElement,
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
    ...series.map(({ name, colour, shape = 'bars', legendValues }): uPlot.Series => {
      const stroke = colourOf(parent, colour)
      const bars = uPlot.paths.bars?.({ size: [0.72, 24], align: 1, radius: 0.12 })
      return {
        label: name,
        stroke,
        width: shape === 'bars' ? 0 : 1.5,
        ...(shape === 'line' ? {} : { fill: shape === 'bars' ? stroke : withAlpha(stroke, 0.12) }),
        ...(shape === 'bars' && bars !== undefined ? { paths: bars } : {}),
        points: {
          show: shape !== 'bars' && series[0]?.values.filter((value) => value !== null).length === 1,
        },
        value: (_, drawnValue, __, at) => {
          const value = legendValues === undefined || at === null ? drawnValue : (legendValues[at] ?? null)
          return value === null ? '' : format(value)
        },
      }
    }),
  ]
}

/** Labels that would be cut at the edge are omitted. */
const halfLabelPx = 18

/** Tick labels: the day at midnight, otherwise the time. */
const timeTicks = (plot: uPlot, ticks: readonly number[]): string[] =>
  ticks.map((tick) => {
    const tickPx = plot.valToPos(tick, 'x')
    const isAtEdge = tickPx + plot.bbox.left / devicePixelRatio < halfLabelPx
    if (isAtEdge) return ''
    const at = new Date(tick * 1000)
    const isMidnight = at.getHours() === 0 && at.getMinutes() === 0
    return isMidnight
      ? at.toLocaleDateString('en', { month: 'short', day: 'numeric' })
      : at.toLocaleTimeString('en', { hour: '2-digit', minute: '2-digit', hour12: false })
  })

function axesOf(parent: HTMLElement, format: ChartProps['format'], isVisible: boolean): uPlot.Axis[] {
  const stroke = colourOf(parent, '--ink-faint')
  const grid = { stroke: colourOf(parent, '--line'), width: 1 }
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
      show: isVisible,
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
  parent: HTMLElement,
  props: ChartProps,
  onRange: (range: readonly [number, number]) => void,
): uPlot {
  const data = [[...props.times], ...props.series.map(({ values }) => [...values])] as uPlot.AlignedData
  return new uPlot(
    {
      width: Math.max(60, parent.clientWidth),
      height: props.heightPx,
      padding: [props.isCrowded === true ? 8 : 22, 8, 0, props.hasAxes === false ? 8 : 0],
      legend: { show: true, live: true },
      cursor: {
        drag: { x: true, y: false, setScale: false },
        points: { show: props.series.some(({ shape }) => shape !== 'bars') },
        y: false,
      },
      scales: {
        x: { time: true, range: [props.from, props.to] },
        y: { range: (_, __, max) => [0, max === null || max <= 0 ? 1 : max * 1.08] },
      },
      axes: axesOf(parent, props.format, props.hasAxes !== false),
      series: seriesOptions(parent, props.series, props.format),
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
    parent,
  )
}

export function Chart(props: ChartProps) {
  const parent = useRef<HTMLDivElement>(null)
  const latestProps = useRef(props)
  useEffect(() => {
    latestProps.current = props
  })
  const { times, series, heightPx, from, to } = props
  useEffect(() => {
    const element = parent.current
    if (element === null) return
    const createPlot = (): uPlot =>
      draw(element, latestProps.current, ([start, end]) =>
        latestProps.current.onRange?.({ oldest: start * 1000, newest: end * 1000 }),
      )
    let plot = createPlot()
    const redraw = (): void => {
      plot.destroy()
      plot = createPlot()
    }
    const resizeObserver = new ResizeObserver(() =>
      plot.setSize({ width: Math.max(60, element.clientWidth), height: heightPx }),
    )
    resizeObserver.observe(element)
    // Canvas colours do not follow the theme, so a theme change redraws the plot.
    const themeObserver = new MutationObserver(redraw)
    themeObserver.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    const system = window.matchMedia('(prefers-color-scheme: dark)')
    system.addEventListener('change', redraw)
    return () => {
      plot.destroy()
      resizeObserver.disconnect()
      themeObserver.disconnect()
      system.removeEventListener('change', redraw)
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- `draw` reads them from `latestProps`
  }, [times, series, heightPx, from, to])
  return (
    <figure className={styles['chart']} aria-label={props.name} data-crowded={props.isCrowded}>
      <div ref={parent} style={{ minHeight: heightPx }} />
    </figure>
  )
}
