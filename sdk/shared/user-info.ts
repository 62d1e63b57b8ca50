// For programs that print the address of a server.
export { maskUserInfo } from '../../src/kernel/user-info.ts'
