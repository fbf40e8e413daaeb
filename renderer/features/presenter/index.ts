export { Backstage, Presenter } from './presenter.tsx'
