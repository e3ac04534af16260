module.exports = require("@tensorflow/tfjs");
