import { keyIn } from '@quatrain/contract/kit/kind-names.ts'
import type { RecordOf, Resource } from '@quatrain/contract/kit/resource.ts'
import { type ComponentType, type ReactNode, Suspense } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useMay } from '#kit/api/console-context.tsx'
import type { View } from '#kit/api/queries.ts'
import { ReadOnlyForm } from '#kit/form/ReadOnlyForm.tsx'
import { WithRecord } from '#kit/form/WithRecord.tsx'
import { DocumentVersionPage, ResourceVersionPage } from '#kit/history/ResourceVersionPage.tsx'
import { ObjectTabs } from '#kit/page/ObjectHead.tsx'
import { PagePlaceholder } from '#kit/page/page-states.tsx'
import type { RecordDefinition } from '#kit/write/form-definition.ts'
import { lazyPart } from '#lib/load-part.ts'
import type { ResourcePaths } from '#lib/resource-paths.ts'
import { capitalized } from '#lib/words.ts'
import { PageFrame, PageHead } from '#ui/PageFrame.tsx'
import type { historyParts, PagesOf } from './object-parts.ts'

const HistoryPage = lazyPart(
  () => import('#kit/history/ResourceHistoryPage.tsx'),
  ({ ResourceHistoryPage }) => ResourceHistoryPage,
)
const ComparePage = lazyPart(
  () => import('#kit/history/ResourceComparePage.tsx'),
  ({ ResourceComparePage }) => ResourceComparePage,
)

/** The props of a component that shows an object read-only: the stored object, or an old version of it. */
export interface DetailsProps<R extends Resource, Values> {
  readonly title: string
  /** The displayed name of the object. */
  readonly object: string
  readonly values: Values
  readonly view: View
  /** The stored object; absent for an old version. */
  readonly record?: RecordOf<R>
  readonly actions?: ReactNode
  readonly notice?: ReactNode
}

/** A read-only page of an object with the fields of its form. */
export const ReadOnlyPage = <R extends Resource, Values extends FieldValues>(
  props: DetailsProps<R, Values> & {
    readonly menu?: ReactNode
    readonly width?: 'reading' | 'full'
    readonly children: ReactNode
  },
) => {
  const { title, object, values, actions, menu, notice, width = 'reading', children } = props
  return (
    <PageFrame title={title} object={object} menu={menu} actions={actions} width={width}>
      {notice}
      <ReadOnlyForm values={values}>{children}</ReadOnlyForm>
    </PageFrame>
  )
}

interface Props<R extends Resource, Values extends FieldValues> {
  readonly definition: RecordDefinition<R, Values>
  /** The address of the object's read-only page. */
  readonly paths: ResourcePaths
  readonly view?: View
  readonly Details: ComponentType<DetailsProps<R, Values>>
}

/** The object of the address (`:name`), read-only. */
export const RecordDetailsPage = <R extends Resource, Values extends FieldValues>(props: Props<R, Values>) => {
  const { definition, paths, view = 'member', Details } = props
  const { resource, valuesOf } = definition
  return (
    <WithRecord resource={resource} paths={paths} view={view}>
      {({ record }) => (
        <PageHead
          value={
            <ObjectTabs
              {...(view === 'member' && { kind: resource.kind })}
              paths={paths}
              name={keyIn(record, resource.key.read)}
            />
          }
        >
          <Details
            title={`${capitalized(resource.label.one)} details`}
            object={keyIn(record, resource.key.read)}
            values={valuesOf(record)}
            record={record}
            view={view}
          />
        </PageHead>
      )}
    </WithRecord>
  )
}

interface VersionPageProps<R extends Resource, Values extends FieldValues> {
  readonly definition: RecordDefinition<R, Values>
  /** The address of the object, if it is not its form. */
  readonly paths?: ResourcePaths
  readonly view?: View
  readonly Details: ComponentType<DetailsProps<R, Values>>
}

/** One version of an object. Members who may change the object, or add a deleted one, may restore it. */
function VersionPage<R extends Resource, Values extends FieldValues>(props: VersionPageProps<R, Values>) {
  const { definition, paths = definition.paths, view, Details } = props
  const may = useMay()
  return (
    <ResourceVersionPage
      definition={{ ...definition, paths }}
      view={view}
      mayRestore={(values) => may('change', definition.resource, values)}
      whyNotRestored={definition.whyNotRestored}
      mayAdd={'blank' in definition && may('add', definition.resource)}
    >
      {(version) => <Details {...version} />}
    </ResourceVersionPage>
  )
}

type HistoryPages = PagesOf<(typeof historyParts)[number]>

/** The pages of the history of a kind whose versions look like its objects. */
export function historyPages<R extends Resource, Values extends FieldValues>(
  props: VersionPageProps<R, Values>,
): HistoryPages {
  const { definition, paths = definition.paths, view } = props
  return { ...versionsPages({ resource: definition.resource, paths, view }), version: <VersionPage {...props} /> }
}

interface VersionsProps {
  readonly resource: Resource
  readonly paths: ResourcePaths
  readonly view?: View | undefined
  /** Whether old versions can be restored at all; by default by members. */
  readonly isRestorable?: boolean | undefined
}

/** The list of the versions of an object and the comparison of two of them, whose code is loaded when they are opened. */
export const versionsPages = (props: VersionsProps): PagesOf<'history' | 'compare'> => ({
  history: (
    <Suspense fallback={<PagePlaceholder title="Version history" />}>
      <HistoryPage {...props} />
    </Suspense>
  ),
  compare: (
    <Suspense fallback={<PagePlaceholder title="Compare" />}>
      <ComparePage {...props} />
    </Suspense>
  ),
})

/** The read-only pages of an object and of its history, at other addresses than those of its form. */
export const readOnlyPages = <R extends Resource, Values extends FieldValues>(
  props: Props<R, Values>,
): HistoryPages & PagesOf<'details'> => ({ details: <RecordDetailsPage {...props} />, ...historyPages(props) })

/** Those of a kind without a form, whose versions cannot be restored. */
export const documentHistoryPages = ({
  whyNotRestored,
  ...props
}: Pick<VersionsProps, 'resource' | 'paths'> & { readonly whyNotRestored: string }): HistoryPages => ({
  ...versionsPages({ ...props, isRestorable: false }),
  version: <DocumentVersionPage {...props} whyNotRestored={whyNotRestored} />,
})
