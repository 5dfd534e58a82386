import type { ReactNode } from 'react'
import { counted } from '#lib/words.ts'
import classes from './DifferenceView.module.css'
import type { Difference } from './parts.ts'
import { WordDiff } from './WordDiff.tsx'

type Props = Extract<Difference, { kind: 'pairs' }>

/** Which keys went, changed their value, came, or stand elsewhere. */
export function PairsDifference({ label, came, gone, changed, moved }: Props) {
  const counts = { removed: gone.length, changed: changed.length, added: came.length, moved: moved.length }
  return (
    <>
      <p className={classes.counts}>
        {Object.entries(counts)
          .filter(([, count]) => count > 0)
          .map(([what, count]) => counted(count, what, what))
          .join(', ')}
      </p>
      <table className={classes.items}>
        <caption className="visually-hidden">{label}</caption>
        <colgroup>
          <col className={classes.sign} />
        </colgroup>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">Change</th>
            <th scope="col">Key</th>
            <th scope="col">Value</th>
          </tr>
        </thead>
        <tbody>
          {gone.map(({ key, value }) => (
            <Row key={`gone ${key}`} what="− removed" isNew={false} name={key} value={value} />
          ))}
          {changed.map(({ key, before, after }) => (
            <Row key={`changed ${key}`} what="≠ changed" name={key} value={<WordDiff {...{ before, after }} />} />
          ))}
          {came.map(({ key, value }) => (
            <Row key={`came ${key}`} what="+ added" isNew name={key} value={value} />
          ))}
          {moved.map((key) => (
            <Row key={`moved ${key}`} what="↕ moved" name={key} value="to another place" />
          ))}
        </tbody>
      </table>
    </>
  )
}

interface RowProps {
  readonly what: string
  readonly name: string
  readonly value: ReactNode
  /** Nothing for what was there and still is. */
  readonly isNew?: boolean
}

const Row = ({ what, name, value, isNew }: RowProps) => (
  <tr data-new={isNew}>
    <th scope="row">{what}</th>
    <td>{name}</td>
    <td>{value}</td>
  </tr>
)
