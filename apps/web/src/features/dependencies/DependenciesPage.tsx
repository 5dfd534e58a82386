import { Button } from '@mantine/core'
import { type Dependencies, dependenciesOf, maxDependencies } from '@quatrain/contract/console/dependencies.ts'
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useMemo, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { isApiError } from '#kit/api/api-error.ts'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { queryOf } from '#kit/api/queries.ts'
import { ObjectTabs } from '#kit/page/ObjectHead.tsx'
import { FailurePage, LoadFailure, NotFound, PagePlaceholder } from '#kit/page/page-states.tsx'
import { Section } from '#kit/page/Section.tsx'
import { kindOf } from '#lib/kinds.ts'
import { lazyPart } from '#lib/load-part.ts'
import { paths } from '#lib/paths.ts'
import { resourcePaths, usePathParameters } from '#lib/resource-paths.ts'
import { addressOfSection, sectionNamed, sectionOf } from '#lib/sections.ts'
import { capitalized, compareNames, counted } from '#lib/words.ts'
import { CardTable } from '#ui/CardTable.tsx'
import { Notice } from '#ui/Notice.tsx'
import { PageFrame, PageHead } from '#ui/PageFrame.tsx'
import table from '#ui/table.module.css'
import classes from './Dependencies.module.css'
import { DependencyDrawing } from './DependencyDrawing.tsx'
import {
  type DependencyGraph,
  type DependencyPicture,
  drawnGraph,
  identityOf,
  type PlacedNode,
  pictureOf,
  united,
} from './dependency-graph.ts'
import { type DependencyNode, kindOfSection, labelOfKind, useAddresses, verbOf } from './dependency-words.ts'

const RemovalEffects = lazyPart(
  () => import('./RemovalEffects.tsx'),
  ({ RemovalEffects }) => RemovalEffects,
)

/** What uses the checks of a host is three steps away: the report of their profile. */
const stepsOf = (kind: string) => (kind === 'host' ? 3 : 2)

const dependenciesQuery = (kind: string, key: string, steps: number) =>
  queryOptions({
    ...queryOf([kind, 'dependencies', key, steps], dependenciesOf, {
      params: { kind, key },
      query: { steps: `${steps}` },
    }),
    // Other kinds change them too.
    refetchOnMount: 'always',
  })

/** What the object of the address (`:name`) needs and what needs it, as a list and as a drawing. */
export function DependenciesPage() {
  const { name = '', hostname = name } = usePathParameters()
  const section = sectionOf(useLocation().pathname) ?? sectionNamed('home')
  const kind = kindOfSection(section)
  const objectPaths = kind === 'host' ? paths.topology.hosts : resourcePaths(addressOfSection(section))
  const { data, error, refetch } = useQuery(dependenciesQuery(kind, hostname, stepsOf(kind)))
  if (isApiError(error, 'not_found')) {
    return <NotFound detail={`There is no ${labelOfKind(kind)} named ${hostname}.`} />
  }
  if (error && !data) return <FailurePage error={error} retry={() => void refetch()} />
  if (!data) return <PagePlaceholder title="Dependencies" object={hostname} />
  return (
    <PageHead value={<ObjectTabs kind={kind} paths={objectPaths} name={hostname} />}>
      <PageFrame title="Dependencies" object={hostname}>
        <DependenciesOfObject key={`${kind} ${hostname}`} kind={kind} name={hostname} answer={data} />
      </PageFrame>
    </PageHead>
  )
}

interface Props {
  readonly kind: string
  /** What identifies it in the address. */
  readonly name: string
  readonly answer: Dependencies
}

function DependenciesOfObject({ kind, name, answer }: Props) {
  const [expanded, setExpanded] = useState<readonly DependencyNode[]>([])
  const [opened, setOpened] = useState<readonly string[]>([])
  const [selectedId, select] = useState(() => answer.nodes.slice(0, 1).map(identityOf).join())
  const navigate = useNavigate()
  const { caller } = useConsoleContext()
  const addressOf = useAddresses()
  const queries = useQueryClient()
  const {
    data: later = noAnswers,
    error,
    refetch,
    isFetching,
  } = useQuery({
    queryKey: [kind, 'dependencies', name, 'later', expanded.map(identityOf)],
    queryFn: () =>
      Promise.all(expanded.map((node) => queries.ensureQueryData(dependenciesQuery(node.kind, node.name, 2)))),
    placeholderData: keepPreviousData,
    enabled: expanded.length > 0,
  })
  const graph = useMemo(() => united([answer, ...later]), [answer, later])
  const picture = useMemo(() => pictureOf(drawnGraph(graph, opened)), [graph, opened])
  const selected = picture.nodes.find(({ id }) => id === selectedId)
  const isAlone = graph.nodes.length === 1
  const open = (node: PlacedNode) => {
    const [first] = node.members ?? []
    const address = first ? undefined : addressOf(node)
    if (first) {
      setOpened([...opened, node.id])
      select(identityOf(first))
    } else if (address !== undefined) void navigate(address)
  }
  return (
    <>
      {[answer, ...later].some(({ isCut }) => isCut) && (
        <Notice kind="warning">
          Only the nearest {maxDependencies} objects are shown. Open one of them to see what is around it.
        </Notice>
      )}
      {error && <LoadFailure subject="More objects" error={error} retry={refetch} isBusy={isFetching} />}
      {caller.deployment === 'tenant' && <p>{roadOf(answer)}</p>}
      {isAlone ? (
        <p>It needs nothing else, and nothing needs it, as far as you may see.</p>
      ) : (
        <section aria-label="Drawing" className={classes.part}>
          <DependencyDrawing
            // The drawing begins anew when it has more objects.
            key={graph.nodes.length}
            picture={picture}
            name={`dependencies of ${name}`}
            selectedId={selectedId}
            select={select}
            open={open}
          />
          {selected && (
            <Selected
              node={selected}
              picture={picture}
              address={addressOf(selected)}
              open={() => open(selected)}
              expand={
                expanded.some((node) => identityOf(node) === selectedId)
                  ? undefined
                  : () => setExpanded([...expanded, selected])
              }
              isBusy={isFetching}
            />
          )}
        </section>
      )}
      {kindOf(kind) && <WithoutIt kind={kind} name={name} />}
      {!isAlone && <DependencyList graph={graph} addressOf={addressOf} />}
    </>
  )
}

const noAnswers: readonly Dependencies[] = []

/** The shortest way from the object to a report, as a sentence. */
function roadOf({ nodes, edges, road }: Dependencies): string {
  const way = road.flatMap((position) => nodes[position] ?? [])
  const [object, ...dependents] = way
  if (!object) return 'Why is this here: no report needs it.'
  if (dependents.length === 0) return 'Why is this here: it is a report.'
  const parts = way.slice(1).map((node, index) => {
    const [from, to] = [road[index + 1], road[index]]
    const verb = verbOf(edges.find((edge) => edge.from === from && edge.to === to)?.field ?? '')
    return { node, verb }
  })
  const words = parts
    .toReversed()
    .map(({ node, verb }, index) =>
      index === 0
        ? `${labelOfKind(node.kind)} ${node.name} ${verb} `
        : `${labelOfKind(node.kind)} ${node.name}, which ${verb} `,
    )
  return `Why is this here: ${words.join('')}${labelOfKind(object.kind)} ${object.name}.`
}

interface ListProps {
  readonly graph: DependencyGraph
  readonly addressOf: (node: DependencyNode) => string | undefined
}

/** Every object, as a table: the nearest first. */
function DependencyList({ graph: { nodes, edges }, addressOf }: ListProps) {
  const byId = new Map(nodes.map((node) => [identityOf(node), node]))
  const sorted = [...nodes].sort(
    (a, b) => Math.abs(a.steps) - Math.abs(b.steps) || compareNames(a.kind, b.kind) || compareNames(a.name, b.name),
  )
  /** Its references to nearer objects, and theirs to it. */
  const relationsOf = (id: string, steps: number) =>
    edges.flatMap(({ from, to, field }) => {
      const neighbour = byId.get(from === id ? to : from)
      if ((from !== id && to !== id) || !neighbour || Math.abs(neighbour.steps) >= Math.abs(steps)) return []
      const words = neighbour.steps === 0 ? 'this object' : neighbour.name
      return from === id ? `${verbOf(field)} ${words}` : `${words} ${verbOf(field)} it`
    })
  return (
    <section className={`${table.scroll} ${classes.list}`} aria-label="List">
      <CardTable caption="Objects" headings={['Object', 'Kind', 'Relation', 'Distance']}>
        {sorted.map((node) => {
          const relations = relationsOf(identityOf(node), node.steps)
          const address = addressOf(node)
          return (
            <tr key={identityOf(node)}>
              <th scope="row" className="mono">
                {address === undefined ? node.name : <Link to={address}>{node.name}</Link>}
                {!node.exists && ' (missing)'}
              </th>
              <td>
                {labelOfKind(node.kind)}
                {node.group && <span className={classes.note}> of {node.group}</span>}
              </td>
              <td>
                {relations.slice(0, 3).join('; ')}
                {relations.length > 3 && ` and ${relations.length - 3} more`}
              </td>
              <td>{distanceOf(node.steps)}</td>
            </tr>
          )
        })}
      </CardTable>
    </section>
  )
}

function distanceOf(steps: number): string {
  if (steps === 0) return 'this object'
  return `${counted(Math.abs(steps), 'step')} ${steps < 0 ? 'before' : 'after'}`
}

interface SelectedProps {
  readonly node: PlacedNode
  readonly picture: DependencyPicture
  readonly address: string | undefined
  /** Draws several objects that are drawn as one. */
  readonly open: () => void
  /** Loads what is around it; undefined if that was done. */
  readonly expand: (() => void) | undefined
  readonly isBusy: boolean
}

/** The object of the drawing that has or had the focus. */
const Selected = ({ node, picture: { edges }, address, open, expand, isBusy }: SelectedProps) => (
  <div className={classes.selected}>
    <span>
      {node.members ? (
        `${node.name}, related in the same way`
      ) : (
        <>
          {capitalized(labelOfKind(node.kind))}{' '}
          <span className="mono">{address === undefined ? node.name : <Link to={address}>{node.name}</Link>}</span>
        </>
      )}
      {': '}
      needs {counted(edges.filter(({ from }) => from === node.id).length, 'object')} shown here, needed by{' '}
      {edges.filter(({ to }) => to === node.id).length}
    </span>
    {node.members ? (
      <Button size="compact-sm" variant="default" onClick={open}>
        Show each of them
      </Button>
    ) : (
      <Button size="compact-sm" variant="default" disabled={!expand} loading={isBusy} onClick={expand}>
        Show more around it
      </Button>
    )}
  </div>
)

function WithoutIt({ kind, name }: Pick<Props, 'kind' | 'name'>) {
  const [isAsked, ask] = useState(false)
  return (
    <Section title="What would break without this">
      {isAsked ? (
        <Suspense fallback={<p role="status">Loading the effects</p>}>
          <RemovalEffects kind={kind} name={name} />
        </Suspense>
      ) : (
        <p>
          <Button variant="default" onClick={() => ask(true)}>
            Show the effects of a delete
          </Button>{' '}
          <span className={classes.note}>Nothing is deleted.</span>
        </p>
      )}
    </Section>
  )
}
