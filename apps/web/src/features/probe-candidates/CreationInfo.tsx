import type { ProbeCandidate } from '@quatrain/contract/resources/probe-candidate.ts'
import { Moment } from '#kit/page/Moment.tsx'
import { LabelledValue, NoValue } from '#ui/ValueText.tsx'
import classes from './probe-candidates.module.css'
import { StatusMark } from './StatusMark.tsx'

/** When the candidate came, when it was last saved, and what its submitter knows. */
export const CreationInfo = ({ candidate }: { readonly candidate: ProbeCandidate }) => (
  <div className={classes.facts}>
    <LabelledValue label="Created">
      <Moment iso={candidate.created} />
    </LabelledValue>
    <LabelledValue label="Last update">
      <Moment iso={candidate.last_update} />
    </LabelledValue>
    <LabelledValue label="Mails sent about">
      {candidate.mailed.length === 0 ? (
        <NoValue />
      ) : (
        <span className={classes.marks}>
          {candidate.mailed.map((status) => (
            <StatusMark key={status} status={status} />
          ))}
        </span>
      )}
    </LabelledValue>
  </div>
)
