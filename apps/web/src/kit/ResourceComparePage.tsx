import { Button } from '@mantine/core'
import { Link, useParams } from 'react-router'
import { Icon } from '#ui/Icon.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import { DifferenceView } from './DifferenceView.tsx'
import { LongText } from './LongText.tsx'
import { Moment } from './Moment.tsx'
import { NotFound } from './NotFound.tsx'
import { differences } from './parts.ts'
import classes from './ResourceComparePage.module.css'
import type { ComparedShape } from './resource-form.ts'
import { calledIn, type PublicVersion, type Version, WithPublicVersions, WithVersions } from './WithVersions.tsx'

interface Props<Values> {
  readonly shape: ComparedShape<Values>
}

/** What differs between two versions of one object. */
export function ResourceComparePage<Values>({ shape }: Props<Values>) {
  return (
    <WithVersions resource={shape.resource} paths={shape.paths} title="Compare">
      {(versions, name) => <Comparison versions={versions} name={name} shape={shape} />}
    </WithVersions>
  )
}

/** The same for everybody: nothing is told of who made them. */
export function PublicComparePage<Values>({ shape }: Props<Values>) {
  return (
    <WithPublicVersions resource={shape.resource} paths={shape.paths} title="Compare">
      {(versions, name) => <Comparison versions={versions} name={name} shape={shape} />}
    </WithPublicVersions>
  )
}

interface ComparisonProps<Values> extends Props<Values> {
  readonly versions: readonly (Version | PublicVersion)[]
  readonly name: string
}

function Comparison<Values>({ versions, name, shape }: ComparisonProps<Values>) {
  const { newer = '', older = '' } = useParams()
  const { paths, parts, fromDocument, resource } = shape
  const [after, before] = [newer, older].map((wanted) => named(versions, wanted))
  const [now, then] = [after && fromDocument(after.fields), before && fromDocument(before.fields)]
  if (!after || !before || !now || !then) {
    return <NotFound what={`${name} has no such version.`} to={paths.history(name)} toWhat="its history" />
  }
  return (
    <PageFrame
      title="Compare"
      object={`${calledIn(versions, name, resource)} versions`}
      actions={
        <Button
          component={Link}
          to={paths.compare(name, older, newer)}
          variant="default"
          leftSection={<Icon name="swap" size={16} />}
        >
          Swap
        </Button>
      }
    >
      <div className={classes.sides}>
        <Side title="From" version={before} to={paths.version(name, before.version)} />
        <Side title="To" version={after} to={paths.version(name, after.version)} />
      </div>
      <div className={classes.panel}>
        <DifferenceView
          level={2}
          differences={differences(parts, then, now)}
          none={`No differences between these versions of the ${resource.label.one}.`}
        />
      </div>
    </PageFrame>
  )
}

/** By what people call it; an address may also say the number that programs know it by. */
const named = (versions: ComparisonProps<never>['versions'], wanted: string) =>
  versions.find(({ version }) => version === wanted) ?? versions.find(({ id }) => String(id) === wanted)

interface SideProps {
  readonly title: string
  readonly to: string
  readonly version: Version | PublicVersion
}

const Side = ({ title, to, version }: SideProps) => (
  <div className={classes.side}>
    <span className={classes.label}>{title}</span>
    <Link to={to}>Version {version.version}</Link>
    <span>
      <Moment iso={version.date_created} />
      {'user' in version && version.user !== '' && ` · ${version.user}`}
    </span>
    {'comment' in version && (
      <div className={classes.comment}>
        <LongText text={version.comment} />
      </div>
    )}
  </div>
)
