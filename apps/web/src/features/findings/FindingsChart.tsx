import type { FindingOverview } from '@quatrain/contract/findings/finding.ts'
import { severities } from '@quatrain/contract/findings/rule.ts'
import { Section } from '#kit/page/Section.tsx'
import { counted } from '#lib/words.ts'
import { CardTable } from '#ui/CardTable.tsx'
import classes from './Findings.module.css'

type Day = FindingOverview['days'][number]

const [width, height, gap] = [900, 96, 2]
const shownDays = 90

/** How many findings there were on each of the last days, with the numbers below it. */
export function FindingsChart({ days }: { readonly days: readonly Day[] }) {
  const last = days.at(-1)
  if (!last) return null
  const most = Math.max(1, ...days.map(totalOf))
  const step = width / shownDays
  return (
    <Section title="The last 90 days">
      <svg className={classes.chart} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img">
        <title>{`On ${last.day}: ${wordsOf(last)}. The most on one day: ${most}.`}</title>
        <line className={classes.axis} x1="0" x2={width} y1={height} y2={height} />
        {days.map((day, index) => {
          // The newest day is at the right end.
          const x = (shownDays - days.length + index) * step
          let below = 0
          return severities.map((severity) => {
            const part = (day[severity] / most) * (height - gap)
            below += part
            return (
              <rect
                // biome-ignore lint/suspicious/noArrayIndexKey: the days are in a fixed order
                key={`${index} ${severity}`}
                className={classes[severity]}
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
        <CardTable caption="Findings by day" headings={['Day', 'Errors', 'Warnings', 'Hints']}>
          {days.toReversed().map(({ day, error, warning, hint }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the days are in a fixed order
            <tr key={`${day} ${index}`}>
              <td className="mono">{day}</td>
              <td className="mono">{error}</td>
              <td className="mono">{warning}</td>
              <td className="mono">{hint}</td>
            </tr>
          ))}
        </CardTable>
      </details>
    </Section>
  )
}

const totalOf = (day: Day): number => severities.reduce((sum, severity) => sum + day[severity], 0)

const wordsOf = (day: Day): string => severities.map((severity) => counted(day[severity], severity)).join(', ')
