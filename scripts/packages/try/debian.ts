import { has } from '../skipped.ts'
import type { MachineKind } from './machine.ts'

const packagesOf: Readonly<Record<string, string>> = {
  debootstrap: 'debootstrap',
  ssh: 'openssh-client',
  'dpkg-deb': 'dpkg',
}
const packagesOfKind: Readonly<Record<MachineKind, Readonly<Record<string, string>>>> = {
  nspawn: { 'systemd-nspawn': 'systemd-container', slirp4netns: 'slirp4netns', nc: 'netcat-openbsd', ip: 'iproute2' },
  kvm: { 'qemu-system-x86_64': 'qemu-system-x86', 'qemu-img': 'qemu-utils' },
  emulated: { 'qemu-system-x86_64': 'qemu-system-x86', 'qemu-img': 'qemu-utils' },
}

/** The packages of Debian that this machine lacks to try the packages on a machine of this kind. */
export const missingPackages = (kind: MachineKind): readonly string[] =>
  Object.entries({ ...packagesOf, ...packagesOfKind[kind] })
    .filter(([program]) => !has(program))
    .map(([, name]) => name)
