/** The paper's settings of the graph and the propagation (appendix "Implementation details"; k = 50 for CUB and Cars). */
export const graphDefaults = Object.freeze({ k: 10, gamma: 0.99 });
