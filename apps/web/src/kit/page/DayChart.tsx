import { Section } from '#kit/page/Section.tsx'
import { counted } from '#lib/words.ts'
import { CardTable } from '#ui/CardTable.tsx'
import classes from './DayChart.module.css'

/** What is counted: its word for one, the heading of its column, and how its bars look. */
interface Series {
  readonly one: string
  readonly heading: string
  readonly tone: 'bad' | 'warn' | 'good' | 'plain'
}

interface Props {
  readonly title: string
  /** The name of the table below the chart. */
  readonly caption: string
  readonly series: readonly Series[]
  /** The oldest first, each with a number of each series. */
  readonly days: readonly { readonly day: string; readonly counts: readonly number[] }[]
}

const [width, height, gap] = [900, 96, 2]
const shownDays = 90

/** How many there were on each of the last days, with the numbers below it. */
export function DayChart({ title, caption, series, days }: Props) {
  const last = days.at(-1)
  if (!last) return null
  const most = Math.max(1, ...days.map(({ counts }) => counts.reduce((sum, count) => sum + count, 0)))
  const step = width / shownDays
  const lastCounts = series.map(({ one }, index) => counted(last.counts[index] ?? 0, one)).join(', ')
  return (
    <Section title={title}>
      <svg className={classes.chart} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img">
        <title>{`On ${last.day}: ${lastCounts}. The most on one day: ${most}.`}</title>
        <line className={classes.axis} x1="0" x2={width} y1={height} y2={height} />
        {days.map(({ counts }, index) => {
          // The newest day is at the right end.
          const x = (shownDays - days.length + index) * step
          let below = 0
          return series.map(({ one, tone }, place) => {
            const part = ((counts[place] ?? 0) / most) * (height - gap)
            below += part
            return (
              <rect
                // biome-ignore lint/suspicious/noArrayIndexKey: the days are in a fixed order
                key={`${index} ${one}`}
                className={classes[tone]}
                x={x}
                y={height - below}
                width={Math.max(1, step - gap)}
                height={part}
              />
            )
          })
        })}
      </svg>
      <details>
        <summary>As a table</summary>
        <CardTable caption={caption} headings={['Day', ...series.map(({ heading }) => heading)]}>
          {days.toReversed().map(({ day, counts }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the days are in a fixed order
            <tr key={`${day} ${index}`}>
              <td className="mono">{day}</td>
              {series.map(({ one }, place) => (
                <td key={one} className="mono">
                  {counts[place]}
                </td>
              ))}
            </tr>
          ))}
        </CardTable>
      </details>
    </Section>
  )
}
