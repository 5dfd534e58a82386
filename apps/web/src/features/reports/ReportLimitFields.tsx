import { TextField } from '#kit/fields/TextField.tsx'
import { Section } from '#kit/page/Section.tsx'
import { limits } from './report-values.ts'
import classes from './reports.module.css'

const labels = {
  availability: 'Availability',
  reliability: 'Reliability',
  uptime: 'Uptime',
  unknown: 'Unknown',
  downtime: 'Downtime',
} as const

/** The targets that the results are compared with. */
export const ReportLimitFields = () => (
  <Section title="Thresholds">
    <div className={classes.narrow}>
      {limits.map((limit) => (
        <TextField key={limit} name={limit} label={labels[limit]} />
      ))}
    </div>
    <p className={classes.hint}>
      Numbers from 0 to 100. Availability and reliability are percentages, and availability is usually the lower one.
      The service that computes reports defines the unit of the others.
    </p>
  </Section>
)
