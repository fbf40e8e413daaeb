export { Backstage } from './backstage.tsx'
export { Presenter } from './presenter.tsx'
