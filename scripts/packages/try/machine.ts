// A machine with Debian that boots systemd: a container of systemd-nspawn, or a guest of QEMU with Debian's kernel. Both are reached
// by SSH, so that all that is tried is the same on each.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, existsSync, mkdirSync, openSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { freePort } from '../../../packages/platform/testing/free-port.ts'
import { has, run } from '../skipped.ts'
import { eventually, note, say, workshop } from './steps.ts'

const key = join(workshop, 'key')
const namespace = basename(workshop)
const processorsAndMemory = ['-smp', '2', '-m', '2048']

/** The Debian of a machine. */
export interface Base {
  readonly suite: string
  readonly runsContainers: boolean
}

export const bookworm: Base = { suite: 'bookworm', runsContainers: false }
export const trixie: Base = { suite: 'trixie', runsContainers: true }

const rootOf = ({ suite }: Base) => join(workshop, suite)

/** Makes the base of the machines once; later runs use it again. */
export function makeBase(base: Base = bookworm): void {
  const root = rootOf(base)
  if (existsSync(join(root, 'etc/fstab'))) return
  say(`A base with Debian is made in ${root}, which takes some minutes.`)
  const packages = ['systemd-sysv', 'dbus', 'openssh-server', 'iproute2', 'linux-image-cloud-amd64', 'ca-certificates']
  const more = ['curl', 'procps', 'kmod', 'apt-utils', 'libpam-systemd', 'openssl']
  run('debootstrap', ['--variant=minbase', `--include=${[...packages, ...more].join()}`, base.suite, root])
  if (!existsSync(key)) run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key])
  run('install', ['-D', '-m', '600', `${key}.pub`, join(root, 'root/.ssh/authorized_keys')])
  writeFileSync(join(root, 'etc/systemd/network/10-ether.network'), '[Match]\nType=ether\n[Network]\nDHCP=yes\n')
  run('systemctl', [`--root=${root}`, 'enable', 'systemd-networkd'])
  writeFileSync(join(root, 'etc/resolv.conf'), 'nameserver 10.0.2.3\n')
  writeFileSync(join(root, 'etc/fstab'), '/dev/root / auto defaults 0 0\n')
}

export type MachineKind = 'nspawn' | 'kvm' | 'emulated'

/** The fastest kind of machine that this one can have. */
export function possibleKind(): MachineKind {
  if (has('qemu-system-x86_64') && existsSync('/dev/kvm') && bootsWithKvm()) return 'kvm'
  return has('systemd-nspawn') && process.getuid?.() === 0 ? 'nspawn' : 'emulated'
}

/** Some virtual machines offer KVM without the instructions that Debian's kernel and Node.js need. */
function bootsWithKvm(): boolean {
  try {
    const cpu = ['-cpu', 'qemu64,+ssse3,+sse4.2,+popcnt,enforce']
    const screen = ['-display', 'none', '-serial', 'null', '-monitor', 'stdio']
    const parts = ['echo quit |', 'qemu-system-x86_64', '-accel', 'kvm', ...cpu, ...screen]
    run('sh', ['-c', `${parts.join(' ')} 2>/dev/null`])
    return true
  } catch {
    return false
  }
}

interface Terminal {
  /** What the command reads. */
  readonly input?: string
  /** What a person types at a terminal, a line for each prompt. */
  readonly typed?: readonly string[]
}

export interface Machine {
  readonly kind: MachineKind
  /** Runs a command as root and returns what it printed. Throws with that if it fails. */
  sh(command: string, options?: Terminal): Promise<string>
  copy(file: string, target: string): Promise<void>
  /** A port of this machine that leads to a port of the loopback of that one. */
  readonly ports: { readonly http: number; readonly https: number }
  reboot(): Promise<void>
  stop(): Promise<void>
}

/** Starts a machine with a copy of the base. */
export async function startMachine(kind: MachineKind, base: Base = bookworm): Promise<Machine> {
  const ports = { http: await freePort(), https: await freePort() }
  const sshPort = await freePort()
  const disk = join(workshop, 'disk')
  if (kind === 'nspawn') endNamespace(disk)
  run('rm', ['-rf', disk])
  mkdirSync(disk)
  const place = kind === 'nspawn' ? namespaceOf(disk, base) : guestOf(kind, disk, sshPort, base)
  const options = [
    'LogLevel=ERROR',
    'StrictHostKeyChecking=no',
    'UserKnownHostsFile=/dev/null',
    'ConnectTimeout=10',
    'ServerAliveInterval=10',
  ]
  const ssh = ['-i', key, ...[...options, ...place.sshOptions].flatMap((option) => ['-o', option])]
  const target = 'root@127.0.0.1'
  let running = place.boot()
  let forwarding: ChildProcess | undefined

  const sh = (command: string, { input = '', typed }: Terminal = {}) =>
    new Promise<string>((resolve, reject) => {
      const words = [...ssh, ...(typed ? ['-tt'] : []), target, command]
      const child = execFile(
        'ssh',
        words,
        { maxBuffer: 64 * 1024 * 1024, timeout: 600_000 },
        (error, stdout, stderr) => {
          const printed = `${stdout}${stderr}`.trim()
          note(`# ${command}\n${printed}`)
          if (error) reject(new Error(`${command}: ${printed.slice(-1500)}`))
          else resolve(printed)
        },
      )
      // While the machine boots, ssh can end before it has read; its exit says so.
      child.stdin?.on('error', () => undefined)
      if (!typed) child.stdin?.end(input)
      const lines = [...(typed ?? [])]
      child.stdout?.on('data', (text: string) => {
        if (lines.length > 0 && text.trimEnd().endsWith(':')) child.stdin?.write(`${lines.shift()}\n`)
      })
    })
  const untilUp = async () => {
    await eventually('The boot', () => sh('systemctl is-system-running --wait || true'))
    forwarding?.kill()
    const forward = (from: number, to: number) => ['-L', `127.0.0.1:${from}:127.0.0.1:${to}`]
    const both = [...forward(ports.http, 8080), ...forward(ports.https, 443)]
    forwarding = spawn('ssh', [...ssh, '-N', ...both, target], { stdio: 'ignore' })
  }
  /** Asks it to end, and answers before the connection is cut, which nobody would be told of. */
  const end = (way: string) => sh(`systemd-run --on-active=1 systemctl ${way}`)
  await untilUp()
  return {
    kind,
    ports,
    sh,
    async copy(file, to) {
      const child = spawn('ssh', [...ssh, target, `cat > '${to}'`], { stdio: ['pipe', 'ignore', 'inherit'] })
      createReadStream(file).pipe(child.stdin)
      const [code] = await once(child, 'exit')
      if (code !== 0) throw new Error(`${file} was not copied.`)
    },
    async reboot() {
      const identify = () => sh('cat /proc/sys/kernel/random/boot_id')
      const before = await identify()
      const ended = once(running, 'exit')
      await end('reboot')
      if (kind === 'nspawn') {
        await ended
        running = place.boot()
      }
      await eventually('The reboot', async () => ((await identify()) === before ? undefined : true))
      await untilUp()
    },
    async stop() {
      forwarding?.kill()
      if (running.exitCode === null && running.signalCode === null) {
        const ended = once(running, 'exit')
        await end('poweroff')
        await ended
      }
      if (kind === 'nspawn') endNamespace(disk)
    },
  }
}

interface Place {
  readonly sshOptions: readonly string[]
  boot(): ChildProcess
}

const start = (program: string, words: readonly string[], env: object = {}): ChildProcess => {
  const console = openSync(join(workshop, 'console.log'), 'a')
  const child = spawn(program, words, { stdio: ['ignore', console, console], env: { ...process.env, ...env } })
  process.on('exit', () => child.kill())
  return child
}

/** A container of systemd-nspawn in a network of its own, which reaches others through slirp4netns. */
function namespaceOf(disk: string, base: Base): Place {
  for (const name of ['upper', 'work', 'root', 'containers']) mkdirSync(join(disk, name))
  const layers = `lowerdir=${rootOf(base)},upperdir=${join(disk, 'upper')},workdir=${join(disk, 'work')}`
  run('mount', ['-t', 'overlay', 'overlay', '-o', layers, join(disk, 'root')])
  run('ip', ['netns', 'add', namespace])
  run('ip', ['-n', namespace, 'link', 'set', 'lo', 'up'])
  start('slirp4netns', ['--configure', '--netns-type=path', `/run/netns/${namespace}`, 'tap0'])
  const unregistered = ['--register=no', '--keep-unit', '--resolv-conf=off']
  const network = `--network-namespace-path=/run/netns/${namespace}`
  const words = ['--quiet', '--boot', `--directory=${disk}/root`, ...unregistered, network]
  // Containers within this one need its rights, the files of a file system that is not made of layers, and a tree of cgroups.
  const more = [
    '--capability=all',
    '--system-call-filter=@keyring bpf',
    `--bind=${disk}/containers:/var/lib/containers`,
  ]
  const env = { SYSTEMD_NSPAWN_UNIFIED_HIERARCHY: '1', SYSTEMD_NSPAWN_API_VFS_WRITABLE: 'network' }
  return {
    sshOptions: [`ProxyCommand=ip netns exec ${namespace} nc 127.0.0.1 22`],
    boot: () =>
      base.runsContainers ? start('systemd-nspawn', [...words, ...more], env) : start('systemd-nspawn', words),
  }
}

/** Also ends what a run has left that was interrupted. */
function endNamespace(disk: string): void {
  const pids = `ip netns pids ${namespace} 2>/dev/null | xargs -r kill -9`
  run('sh', ['-c', `${pids}; ip netns del ${namespace} 2>/dev/null; umount --lazy '${disk}/root' 2>/dev/null || true`])
}

/** A guest of QEMU, with the kernel of its own disk. */
function guestOf(kind: MachineKind, disk: string, sshPort: number, base: Base): Place {
  const root = rootOf(base)
  const image = `${root}.img`
  if (!existsSync(image)) run('/sbin/mke2fs', ['-q', '-t', 'ext4', '-d', root, image, '6G'])
  const overlay = join(disk, 'overlay.qcow2')
  run('qemu-img', ['create', '-q', '-f', 'qcow2', '-b', image, '-F', 'raw', overlay])
  const accelerated = kind === 'kvm' ? ['-accel', 'kvm', '-cpu', 'host'] : ['-accel', 'tcg', '-cpu', 'max']
  const kernel = ['-kernel', join(root, 'vmlinuz'), '-initrd', join(root, 'initrd.img')]
  const words = ['-append', 'root=/dev/vda rw console=ttyS0 net.ifnames=0']
  const drive = ['-drive', `file=${overlay},if=virtio,cache=unsafe`]
  const net = ['-netdev', `user,id=n,hostfwd=tcp:127.0.0.1:${sshPort}-:22`, '-device', 'virtio-net-pci,netdev=n']
  const devices = [...drive, ...net, '-device', 'virtio-rng-pci', '-display', 'none', '-serial', 'stdio']
  return {
    sshOptions: [`Port=${sshPort}`],
    boot: () =>
      start('qemu-system-x86_64', [
        '-M',
        'q35',
        ...accelerated,
        ...processorsAndMemory,
        ...kernel,
        ...words,
        ...devices,
      ]),
  }
}
