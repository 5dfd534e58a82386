import { useConsoleContext } from '#kit/api/console-context.tsx'
import { paths } from '#lib/paths.ts'
import { PageFrame } from '#ui/PageFrame.tsx'

/** The product and its version. */
export function AboutPage() {
  const { version } = useConsoleContext().options
  return (
    <PageFrame title="About Quatrain" width="reading">
      <p>
        Quatrain is a console for the configuration of a platform that monitors services and reports on their
        availability. It manages the probes, the metrics that are checked for each service, and the profiles that turn
        results into reports. A report is based on four of them, like a quatrain on four lines.
      </p>
      <p>
        This is version <span className="mono">{version}</span>, free software under the Apache License 2.0. Its
        interfaces for programs are described in the <a href={paths.apiReference}>API reference</a>.
      </p>
    </PageFrame>
  )
}
