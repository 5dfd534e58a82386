import { createHash } from 'node:crypto'
import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Architecture, home, release } from './release.ts'
import { has, run, skip } from './skipped.ts'
import type { Library } from './sums.ts'

/** The user of the processes: nobody on any machine. */
const owner = '65532'
const user = `${owner}:${owner}`
/** The only folder of the image that belongs to its user: so does an empty volume that is mounted there. */
const state = 'var/lib/quatrain'

/** The libraries that Node.js needs. Node.js has its own time zones and certificates. */
const libraries = ['libatomic1', 'libc6', 'libgcc-s1', 'libstdc++6']

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')

interface Layer {
  readonly digest: string
  readonly size: number
  /** The digest of the content before it was compressed. */
  readonly diffId: string
}

/**
 * Makes an image in the layout of the Open Container Initiative, as one archive: a layer with the libraries of Debian, one
 * with the servers, and one with the empty folder of their data. It needs no daemon and no image to begin with.
 */
export function makeImage(architecture: Architecture) {
  if (!has('apt-get') || !has('dpkg-deb'))
    return skip('NO IMAGE: its libraries are packages of Debian, and this machine has no apt.')
  const work = join(release.folder, 'image')
  const blobs = join(work, 'layout/blobs/sha256')
  rmSync(work, { recursive: true, force: true })
  mkdirSync(blobs, { recursive: true })
  const librariesOfImage = librariesIn(join(work, 'libraries'), architecture)
  mkdirSync(join(work, 'state', state), { recursive: true })
  const layers = [
    layerOf(blobs, { folder: join(work, 'libraries') }),
    layerOf(blobs, { folder: release.tree }),
    layerOf(blobs, { folder: join(work, 'state'), path: state, owner }),
  ]
  const created = run('git', ['log', '-1', '--format=%cI'], { cwd: release.root })
  const config = put(blobs, {
    created,
    architecture,
    os: 'linux',
    config: {
      User: user,
      Entrypoint: [`/${home}/bin/node`, '--max-semi-space-size=8', '--heap-growing-percent=50'],
      Cmd: [`/${home}/apps/server/src/main.ts`],
      ExposedPorts: { '8080/tcp': {}, '8081/tcp': {} },
      Env: ['QUATRAIN_HOST=0.0.0.0', 'QUATRAIN_WEBAPI_HOST=0.0.0.0'],
      WorkingDir: `/${home}`,
      Labels: {
        'org.opencontainers.image.version': release.version,
        'org.opencontainers.image.licenses': 'Apache-2.0',
      },
    },
    rootfs: { type: 'layers', diff_ids: layers.map(({ diffId }) => `sha256:${diffId}`) },
  })
  const manifest = put(blobs, {
    schemaVersion: 2,
    mediaType: 'application/vnd.oci.image.manifest.v1+json',
    config: { mediaType: 'application/vnd.oci.image.config.v1+json', ...config },
    layers: layers.map(({ digest, size }) => ({
      mediaType: 'application/vnd.oci.image.layer.v1.tar+gzip',
      digest: `sha256:${digest}`,
      size,
    })),
  })
  const annotations = { 'org.opencontainers.image.ref.name': `${release.name}:${release.version}` }
  const manifests = [{ mediaType: 'application/vnd.oci.image.manifest.v1+json', ...manifest, annotations }]
  writeFileSync(join(work, 'layout/index.json'), JSON.stringify({ schemaVersion: 2, manifests }))
  writeFileSync(join(work, 'layout/oci-layout'), JSON.stringify({ imageLayoutVersion: '1.0.0' }))
  const archive = join(
    release.folder,
    `${release.name}-${release.version}-oci${architecture === 'amd64' ? '' : `-${architecture}`}.tar`,
  )
  run('tar', ['--create', '--file', archive, '--sort=name', '--directory', join(work, 'layout'), '.'])
  rmSync(work, { recursive: true })
  return { archive, libraries: librariesOfImage }
}

/** Stores a document by its hash, and returns what refers to it. */
function put(blobs: string, document: object) {
  const text = JSON.stringify(document)
  writeFileSync(join(blobs, sha256(text)), text)
  return { digest: `sha256:${sha256(text)}`, size: Buffer.byteLength(text) }
}

/** Packs a folder as a layer; by default every file belongs to root, so that the processes cannot write them. */
function layerOf(
  blobs: string,
  { folder, path = '.', owner = '0' }: { readonly folder: string; readonly path?: string; readonly owner?: string },
): Layer {
  const file = join(blobs, 'layer.tar')
  const rights = [`--owner=${owner}`, `--group=${owner}`, '--numeric-owner', '--mode=go-w']
  run('tar', ['--create', '--file', file, '--sort=name', '--mtime=@0', ...rights, '--directory', folder, path])
  const diffId = run('sha256sum', [file]).slice(0, 64)
  run('gzip', ['-n', '-6', file])
  const digest = run('sha256sum', [`${file}.gz`]).slice(0, 64)
  const { size } = statSync(`${file}.gz`)
  copyFileSync(`${file}.gz`, join(blobs, digest))
  rmSync(`${file}.gz`)
  return { digest, size, diffId }
}

/** The libraries with the facts about their packages, which scanners of images read. */
function librariesIn(folder: string, architecture: Architecture): readonly Library[] {
  const facts = join(folder, 'var/lib/dpkg/status.d')
  for (const path of [facts, join(folder, 'etc'), join(folder, 'tmp'), join(folder, 'packages')])
    mkdirSync(path, { recursive: true })
  const packages = join(folder, 'packages')
  // A state of its own, so that this machine need not know the other architecture.
  const state = join(folder, 'apt')
  for (const path of ['lists/partial', 'cache/archives/partial']) mkdirSync(join(state, path), { recursive: true })
  const places = [`Dir::State::lists=${state}/lists`, `Dir::Cache=${state}/cache`, 'Dir::State::status=/dev/null']
  const settings = [
    `APT::Architecture=${architecture}`,
    `APT::Architectures=${architecture}`,
    'APT::Sandbox::User=root',
    ...places,
  ]
  const options = settings.flatMap((setting) => ['-o', setting])
  run('apt-get', ['update', '-qq', ...options])
  run('apt-get', ['download', '-qq', ...libraries, ...options], { cwd: packages })
  rmSync(state, { recursive: true })
  const files = globSync('*.deb', { cwd: packages }).toSorted()
  for (const name of files) {
    const file = join(packages, name)
    run('dpkg-deb', ['--extract', file, folder])
    writeFileSync(join(facts, name.split('_')[0] ?? name), `${run('dpkg-deb', ['--field', file])}\n`)
  }
  rmSync(packages, { recursive: true })
  for (const name of ['usr/share/doc', 'usr/share/lintian'])
    rmSync(join(folder, name), { recursive: true, force: true })
  writeFileSync(join(folder, 'etc/passwd'), 'root:x:0:0::/:\nquatrain:x:65532:65532::/tmp:\n')
  writeFileSync(join(folder, 'etc/group'), 'root:x:0:\nquatrain:x:65532:\n')
  return files.map((file) => {
    const [name = '', version = ''] = basename(file, '.deb').split('_').map(decodeURIComponent)
    return { name, version }
  })
}

/** The digests of the layers of an unpacked image, lowest first, and how its process is started. */
export function contentsOf(layout: string) {
  const blob = (digest: string) => join(layout, 'blobs', digest.replace(':', '/'))
  const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
  const manifest = read(blob(read(join(layout, 'index.json')).manifests[0].digest))
  const { config } = read(blob(manifest.config.digest))
  const layers: string[] = manifest.layers.map(({ digest }: { readonly digest: string }) => blob(digest))
  return { layers, user: String(config.User), command: [...config.Entrypoint, ...config.Cmd].map(String) }
}
