"""The games for a language model: a seat to play, a coach for people, and the lab, over the Model Context Protocol."""
