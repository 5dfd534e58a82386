import { join } from 'node:path'
import { release } from './release.ts'
import { has, run, skip } from './skipped.ts'

const nfpm = 'github.com/goreleaser/nfpm/v2/cmd/nfpm@v2.43.4'

/** Makes the .deb and the .rpm. */
export function makePackages(): { readonly deb: string; readonly rpm: string } | undefined {
  const program = process.env.NFPM ?? (has('nfpm') ? 'nfpm' : undefined)
  if (!program && !has('go')) return skip('NO .deb AND NO .rpm: this machine has neither nfpm nor Go.')
  const [command, ...first] = program ? [program] : ['go', 'run', nfpm]
  const make = (packager: string) => {
    const target = join(release.folder, `${release.name}_${release.version}_amd64.${packager}`)
    const parameters = ['package', '--config', 'deploy/packages/nfpm.yaml', '--packager', packager, '--target', target]
    run(command ?? 'nfpm', [...first, ...parameters], {
      cwd: release.root,
      env: { VERSION: release.version, ARCH: 'amd64' },
    })
    return target
  }
  return { deb: make('deb'), rpm: make('rpm') }
}
