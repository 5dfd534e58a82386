import type { Effective, OpenEnd, Origin } from '@quatrain/contract/resources/effective-check.ts'
import { Link } from 'react-router'
import { paths } from '#lib/paths.ts'
import { CardTable } from '#ui/CardTable.tsx'
import { Mark, type Tone } from '#ui/Mark.tsx'
import table from '#ui/table.module.css'
import classes from './effective-check.module.css'

interface Row extends Effective {
  readonly label: string
  readonly option?: string
  readonly unit?: string | undefined
  readonly openEnds?: readonly OpenEnd[]
}

const headings = ['What', 'Value', 'From', 'Instead of']

/** The parts of a check with their values, the sources of these, and the replaced values. */
export const CheckParts = ({ title, rows }: { readonly title: string; readonly rows: readonly Row[] }) => (
  <section className={classes.section} aria-label={title}>
    <h2>{title}</h2>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: in a narrow window it is scrolled, with the keyboard too */}
    <div className={table.scroll} tabIndex={0}>
      <CardTable caption={title} headings={headings} className={classes.parts}>
        {rows.map((row) => (
          <tr key={`${row.option ?? ''} ${row.label}`}>
            <th scope="row" className="mono">
              {row.label}
              {row.option !== undefined && row.option !== row.label && row.option !== '' && (
                <span className={classes.option}>{row.option}</span>
              )}
            </th>
            <td className="mono">
              <Value row={row} />
            </td>
            <td>
              <From {...row.origin} />
            </td>
            <td>
              {row.replaced.map(({ value, origin }) => (
                <div key={`${origin.kind} ${origin.name} ${origin.attribute ?? ''}`} className={classes.replaced}>
                  <del className="mono">{value === '' ? 'no value' : value}</del> <From {...origin} />
                </div>
              ))}
            </td>
          </tr>
        ))}
      </CardTable>
    </div>
  </section>
)

function Value({ row: { label, value, unit, origin, openEnds = [] } }: { readonly row: Row }) {
  if (origin.kind === 'box') return <span className={classes.quiet}>not known here</span>
  return (
    <>
      {value === '' ? <span className={classes.quiet}>no value</span> : value}
      {unit !== undefined && value !== '' && <span className={classes.unit}> {unit}</span>}
      {openEnds.includes('variable') && <span className={classes.option}>with variables that the box fills in</span>}
      {openEnds.includes('topology') && (
        <span className={classes.option}>
          unless the topology has <span className="mono">info_ext_{label}</span>
        </span>
      )}
    </>
  )
}

const words: Readonly<Record<Origin['kind'], readonly [string, Tone]>> = {
  template: ['Metric template', 'plain'],
  tenant: ['This tenant', 'accent'],
  override: ['Override', 'accent'],
  'default port': ['Default port', 'plain'],
  host: ['Host', 'plain'],
  topology: ['Topology', 'accent'],
  'secrets file': ['Secrets file of the box', 'warn'],
  box: ['Filled in by the box', 'warn'],
}

function From({ kind, name, attribute }: Origin) {
  const [word, tone] = words[kind]
  return (
    <>
      <Mark tone={tone}>{word}</Mark>
      {kind === 'topology' && <span className={`${classes.option} mono`}>{name}</span>}
      {kind === 'override' && (
        <>
          {' '}
          <Link to={paths.metricOverrides.details(name)} className="mono">
            {name}
          </Link>
          {attribute !== undefined && (
            <span className={classes.option}>
              as <span className="mono">{attribute}</span>
            </span>
          )}
        </>
      )}
    </>
  )
}
