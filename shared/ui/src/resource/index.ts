/** The parts of resource screens (lists, forms, trees, imports): a bundle of its own, the desk's first load goes without them. */
export { SelectField, TextField, type Option } from '@liantai/ui';
