// The desktop packages. What is signed, and where a package requests updates, depends on what the environment brings: a
// build without secrets is plainly unsigned, a build that knows no repository has no updates.

import { resolve } from 'node:path'
import type { Configuration } from 'electron-builder'
import { fuses } from './fuses.ts'

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: electron-builder fills these in
const names = {
  any: '${productName}-${version}-${os}-${arch}.${ext}',
  setup: '${productName}-${version}-setup-${arch}.${ext}',
  portable: '${productName}-${version}-portable-${arch}.${ext}',
  dmg: '${productName} ${version}',
}
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: electron-builder fills these in

const metainfo = `${resolve('resources/linux/app.parley.Parley.metainfo.xml')}=/usr/share/metainfo/app.parley.Parley.metainfo.xml`

/** All that is built, as in package.json: a list of its files is one that a new file is missing from. */
const ours = ['package.json', 'LICENSE', 'out/main', 'out/preload', 'out/renderer']

/** What packages carry for those who build with them, and nobody reads who runs them. */
const unread = [
  '**/*.{d.ts,d.cts,d.mts,map,md,markdown,ts,flow,proto.bak}',
  '**/{test,tests,__tests__,example,examples,docs,doc,.github}/**',
  '@types/**',
  'undici-types/**',
  'openapi-types/**',
  'type-fest/**',
  // The desktop has Electron's own way to the vault.
  '@napi-rs/**',
]

export function builderConfiguration(env: NodeJS.ProcessEnv): Configuration {
  const repository = env['GITHUB_REPOSITORY']?.split('/')
  const [owner, repo] = repository ?? []
  const homepage = owner && repo ? `https://github.com/${owner}/${repo}` : 'http://localhost'
  const signsMac = Boolean(env['CSC_LINK'])
  const signsWindows = Boolean(env['WIN_CSC_LINK'])
  const notarizes = signsMac && Boolean(env['APPLE_API_KEY'] || env['APPLE_ID'])

  return {
    appId: 'app.parley.Parley',
    productName: 'Parley',
    copyright: 'Apache-2.0, the authors of Parley',
    directories: { output: 'out/desktop', buildResources: 'resources' },
    extraMetadata: { homepage },
    files: [...ours, ...unread.map((pattern) => `!**/node_modules/${pattern}`)],
    asar: true,
    electronFuses: { ...fuses, resetAdHocDarwinSignature: !signsMac },
    electronLanguages: ['en-US'],
    // Nothing of ours is compiled for a machine.
    npmRebuild: false,
    publish: owner && repo ? { provider: 'github', owner, repo, releaseType: 'draft' } : null,
    artifactName: names.any,

    protocols: { name: 'Parley link', schemes: ['parley'] },
    fileAssociations: [
      {
        ext: 'parley',
        name: 'Parley session',
        description: 'Parley session',
        mimeType: 'application/vnd.parley.session',
        role: 'Viewer',
        rank: 'Owner',
      },
    ],

    linux: {
      target: ['AppImage', 'deb', 'rpm'].map((target) => ({ target, arch: ['x64', 'arm64'] })),
      executableName: 'parley',
      icon: 'resources/icons',
      category: 'Development',
      synopsis: 'A desktop inspector for A2A agents',
      maintainer: 'The authors of Parley <parley@localhost>',
      syncDesktopName: true,
      desktop: {
        entry: { GenericName: 'Agent Inspector', Keywords: 'A2A;agent;protocol;HTTP;gRPC;debug;' },
      },
    },
    deb: {
      packageName: 'parley',
      fpm: [metainfo],
      afterRemove: 'resources/linux/after-remove.sh',
      compression: 'xz',
    },
    rpm: { packageName: 'parley', fpm: [metainfo], afterRemove: 'resources/linux/after-remove.sh' },

    mac: {
      target: ['dmg', 'zip'].map((target) => ({ target, arch: ['universal'] })),
      category: 'public.app-category.developer-tools',
      icon: 'resources/icon.icns',
      // An ad-hoc signature has no team that the hardened runtime could hold the libraries to.
      ...(signsMac ? { hardenedRuntime: true } : { identity: '-', hardenedRuntime: false }),
      entitlements: 'resources/mac/entitlements.plist',
      entitlementsInherit: 'resources/mac/entitlements.plist',
      gatekeeperAssess: false,
      notarize: notarizes,
      forceCodeSigning: signsMac,
      extendInfo: {
        NSLocalNetworkUsageDescription: 'Parley calls the agents on your network that you point it at.',
      },
    },
    dmg: { title: names.dmg, writeUpdateInfo: false },

    win: {
      target: ['nsis', 'portable'].map((target) => ({ target, arch: ['x64', 'arm64'] })),
      icon: 'resources/icon.ico',
      forceCodeSigning: signsWindows,
    },
    nsis: {
      artifactName: names.setup,
      oneClick: false,
      perMachine: false,
      allowToChangeInstallationDirectory: true,
      buildUniversalInstaller: false,
      deleteAppDataOnUninstall: false,
      include: 'resources/windows/installer.nsh',
    },
    portable: { artifactName: names.portable, buildUniversalInstaller: false },
  }
}
